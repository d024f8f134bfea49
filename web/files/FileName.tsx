import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden } from '@mantine/core'
import classes from '#web/files/FileName.module.css'
import { plainName, splitName } from '#web/files/file-names.ts'

/** A name of this many characters has room everywhere. */
const short = 16

/** The name of a file in one line; a long one is cut in the middle, so that its extension stays in sight. */
export const FileName = ({ name }: { name: string }) => {
  if (plainName(name).length <= short) return <bdi className={classes.name}>{plainName(name)}</bdi>
  const [start, end] = splitName(name)
  return (
    <bdi className={classes.name} data-split data-tip={plainName(name)}>
      <VisuallyHidden>{plainName(name)}</VisuallyHidden>
      <span aria-hidden="true">{start}</span>
      <span aria-hidden="true">{end}</span>
    </bdi>
  )
}
