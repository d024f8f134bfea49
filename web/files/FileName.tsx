import { VisuallyHidden } from '@mantine/core'
import classes from '#web/files/FileName.module.css'
import { plainName, splitName } from '#web/files/file-names.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** A name of this many characters has room everywhere. */
const short = 16

/** The name of a file in one line; a long one is cut in the middle, so that its extension stays in sight. */
export const FileName = ({ name }: { name: string }) => {
  if (plainName(name).length <= short)
    return (
      <Text as="bdi" block shrink clip className={classes.name}>
        {plainName(name)}
      </Text>
    )
  const [start, end] = splitName(name)
  return (
    <Row as="bdi" align="stretch" shrink data-tip={plainName(name)}>
      <VisuallyHidden>{plainName(name)}</VisuallyHidden>
      <Text as="span" clip className={classes.name} aria-hidden="true">
        {start}
      </Text>
      <Text as="span" fixed className={classes.name} aria-hidden="true">
        {end}
      </Text>
    </Row>
  )
}
