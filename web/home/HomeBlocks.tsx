import { Checkbox } from '@mantine/core'
import classes from '#web/home/HomeSettingsForm.module.css'
import { blockNames, type HomeValues } from '#web/home/home-form.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { moved } from '#web/ui/moved.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

type Blocks = HomeValues['blocks']

/** Which blocks the page has, in their order. */
export const HomeBlocks = ({ blocks, onChange }: { blocks: Blocks; onChange: (blocks: Blocks) => void }) => {
  const { moves, announced } = useReorder({
    ids: blocks.map(({ name }) => name),
    nameOf: (name) => blockNames[name],
    move: (name, to) => onChange(moved(blocks, (block) => block.name === name, to)),
  })
  return (
    <FieldGroup legend="Блоки" note="Отмеченные стоят на странице в этом порядке. Пустой блок гости не увидят.">
      <Stack as="ol" plain divided className={classes.lines}>
        {blocks.map(({ name, shown }, index) => (
          <Row as="li" gap={2} justify="between" key={name}>
            <Checkbox
              label={blockNames[name]}
              checked={shown}
              onChange={({ currentTarget: { checked } }) =>
                onChange(blocks.map((block) => (block.name === name ? { name, shown: checked } : block)))
              }
            />
            <Row as="span" gap={0.5} align="stretch">
              <MoveButtons
                moves={moves}
                id={name}
                name={blockNames[name]}
                first={index === 0}
                last={index === blocks.length - 1}
              />
            </Row>
          </Row>
        ))}
      </Stack>
      <Text aloud role="status">
        {announced}
      </Text>
    </FieldGroup>
  )
}
