import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { HomeFormState, HomeValues } from '#web/home/home-form.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { useEditedRows } from '#web/ui/use-edited-rows.ts'

type HomeRow = HomeValues['steps'][number] | HomeValues['links'][number]

const maxRows = 6

/** Rows of the main page that are added, filled and put in order: its steps, its links. */
export const HomeRows = ({
  form,
  path,
  legend,
  row,
  add,
  fields,
  create,
}: {
  form: HomeFormState
  path: 'steps' | 'links'
  legend: string
  /** The word for one row. */
  row: string
  /** The text of the button that adds one. */
  add: string
  fields: { name: string; label: string; maxLength?: number; long?: boolean }[]
  create: () => HomeRow
}) => {
  const rows: HomeRow[] = form.values[path]
  const edited = useEditedRows({ form, path, rows, name: row, tell: () => ({ summary: 'Строка убрана' }) })
  return (
    <FieldGroup legend={legend}>
      <Stack gap={4} ref={edited.root}>
        <Stack as="ol" gap={3} plain>
          {rows.map((one, index) => (
            <Stack as="li" gap={3} pad={4} ground="sunken" round="m" key={one.key} data-key={one.key}>
              {fields.map(({ name, label, maxLength, long }) => {
                const props = { label, 'aria-label': `${row} ${index + 1}: ${label}`, maxLength }
                const input = form.getInputProps(`${path}.${index}.${name}`)
                return long ? (
                  <Textarea key={name} autosize minRows={1} maxRows={4} {...props} {...input} />
                ) : (
                  <TextInput key={name} {...props} {...input} />
                )
              })}
              <Row as="span" justify="between" align="stretch">
                <Row as="span" gap={0.5} align="stretch">
                  <MoveButtons
                    moves={edited.moves}
                    id={one.key}
                    name={`${row} ${index + 1}`}
                    first={index === 0}
                    last={index === rows.length - 1}
                  />
                </Row>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  data-remove=""
                  aria-label={`Убрать: ${row} ${index + 1}`}
                  data-tip="Убрать"
                  onClick={edited.toolsOf(one, index).onRemove}
                >
                  <IconTrash size={17} aria-hidden="true" />
                </ActionIcon>
              </Row>
            </Stack>
          ))}
        </Stack>
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            data-add={path}
            disabled={rows.length >= maxRows}
            onClick={() => edited.add(create(), 'input')}
          >
            {add}
          </Button>
        </div>
      </Stack>
      <Text aloud role="status">
        {edited.announced}
      </Text>
    </FieldGroup>
  )
}
