import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { HomeFormState, HomeValues } from '#web/home/home-form.ts'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

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
  /** What one row is called. */
  row: string
  /** What the button says that adds one. */
  add: string
  fields: { name: string; label: string; maxLength?: number; long?: boolean }[]
  create: () => HomeRow
}) => {
  const rows: HomeRow[] = form.values[path]
  const placeOf = (key: string) => rows.findIndex((other) => other.key === key)
  const { moves, announced } = useReorder({
    ids: rows.map(({ key }) => key),
    nameOf: (key) => `${row} ${placeOf(key) + 1}`,
    move: (key, to) => form.reorderListItem(path, { from: placeOf(key), to }),
  })
  const remove = (index: number) => {
    const removed = rows[index] as HomeRow
    form.removeListItem(path, index)
    toast({
      severity: 'info',
      summary: 'Строка убрана',
      action: { label: 'Вернуть', onClick: () => form.insertListItem(path, removed, index) },
    })
  }
  return (
    <FieldGroup legend={legend}>
      <Stack as="ol" gap={3} plain>
        {rows.map(({ key }, index) => (
          <Stack as="li" gap={3} pad={4} ground="sunken" round="m" key={key}>
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
                  moves={moves}
                  id={key}
                  name={`${row} ${index + 1}`}
                  first={index === 0}
                  last={index === rows.length - 1}
                />
              </Row>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Убрать: ${row} ${index + 1}`}
                data-tip="Убрать"
                onClick={() => remove(index)}
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
          disabled={rows.length >= maxRows}
          onClick={() => form.insertListItem(path, create())}
        >
          {add}
        </Button>
      </div>
      <Text aloud role="status">
        {announced}
      </Text>
    </FieldGroup>
  )
}
