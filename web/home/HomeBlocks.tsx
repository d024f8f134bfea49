import { Checkbox } from '@mantine/core'
import classes from '#web/home/HomeSettingsForm.module.css'
import { blockNames, type HomeWords } from '#web/home/home-form.ts'
import { MoveButtons, moved } from '#web/home/MoveButtons.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

type Blocks = HomeWords['blocks']

/** Which blocks the page has, in their order. */
export const HomeBlocks = ({ blocks, onChange }: { blocks: Blocks; onChange: (blocks: Blocks) => void }) => (
  <FieldGroup legend="Блоки" note="Отмеченные стоят на странице в этом порядке. Пустой блок гости не увидят.">
    <Stack as="ol" plain className={classes.lines}>
      {blocks.map(({ name, shown }, index) => (
        <Row as="li" gap={2} key={name}>
          <Checkbox
            label={blockNames[name]}
            checked={shown}
            onChange={({ currentTarget: { checked } }) =>
              onChange(blocks.map((block) => (block.name === name ? { name, shown: checked } : block)))
            }
          />
          <MoveButtons
            name={blockNames[name]}
            first={index === 0}
            last={index === blocks.length - 1}
            onMove={(by) => onChange(moved(blocks, index, by))}
          />
        </Row>
      ))}
    </Stack>
  </FieldGroup>
)
