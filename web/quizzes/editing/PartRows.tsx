import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from '#web/quizzes/editing/QuizEditing.module.css'
import type { QuizForm } from '#web/quizzes/editing/quiz-form.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

/** The options, items or pairs of a question: each in a row, put in order, added and removed. */
export const PartRows = <Part extends { key: string }>({
  form,
  path,
  parts,
  name,
  add,
  newPart,
  draw,
}: {
  form: QuizForm
  /** Of the list in the form. */
  path: string
  parts: Part[]
  /** What one of them is called: «вариант». */
  name: string
  /** The label of the button that adds one. */
  add: string
  newPart: () => Part
  draw: (part: Part, place: number) => ReactNode
}) => {
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(root)
  const placeOf = (key: string) => parts.findIndex((part) => part.key === key)
  const { moves, dragged, announced } = useReorder({
    ids: parts.map(({ key }) => key),
    nameOf: (key) => `${name} ${placeOf(key) + 1}`,
    move: (key, to) => form.reorderListItem(path, { from: placeOf(key), to }),
  })
  const remove = (place: number) => {
    const next = parts[place + 1] ?? parts[place - 1]
    focusNext(next ? `[data-key="${next.key}"] [data-remove]` : '[data-add]')
    form.removeListItem(path, place)
  }
  const error = form.errors[path]
  return (
    <Stack gap={2} ref={root}>
      <Stack as="ul" gap={2} plain>
        {parts.map((part, place) => (
          <Row
            as="li"
            key={part.key}
            gap={1}
            wrap
            align="start"
            data-key={part.key}
            data-dragged={dragged === part.key || undefined}
            className={classes.part}
          >
            <DragHandle moves={moves} id={part.key} className={classes.handle} />
            <Box from={14}>{draw(part, place)}</Box>
            <Row gap={0} fixed>
              <MoveButtons
                moves={moves}
                id={part.key}
                name={`${name} ${place + 1}`}
                first={place === 0}
                last={place === parts.length - 1}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                data-remove
                aria-label={`Убрать ${name} ${place + 1}`}
                data-tip="Убрать"
                onClick={() => remove(place)}
              >
                <IconTrash size={17} aria-hidden="true" />
              </ActionIcon>
            </Row>
          </Row>
        ))}
      </Stack>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div>
        <Button
          variant="subtle"
          size="xs"
          data-add
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={() => {
            const part = newPart()
            focusNext(`[data-key="${part.key}"] input[type="text"], [data-key="${part.key}"] input:not([type])`)
            form.insertListItem(path, part)
          }}
        >
          {add}
        </Button>
      </div>
      <Text aloud role="status">
        {announced}
      </Text>
    </Stack>
  )
}
