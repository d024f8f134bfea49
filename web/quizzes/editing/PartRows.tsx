import { Button, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#web/quizzes/editing/QuizEditing.module.css'
import type { QuizForm } from '#web/quizzes/editing/quiz-form.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle } from '#web/ui/MoveButtons.tsx'
import { RowTools } from '#web/ui/RowTools.tsx'
import { useEditedRows } from '#web/ui/use-edited-rows.ts'

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
  /** The path of the list in the form. */
  path: string
  parts: Part[]
  /** The word for one of them: «вариант». */
  name: string
  /** The label of the button that adds one. */
  add: string
  newPart: () => Part
  draw: (part: Part, place: number) => ReactNode
}) => {
  const rows = useEditedRows({ form, path, rows: parts, name })
  const error = form.errors[path]
  return (
    <Stack gap={2} ref={rows.root}>
      <Stack as="ul" gap={2} plain>
        {parts.map((part, place) => (
          <Row
            as="li"
            key={part.key}
            gap={1}
            wrap
            align="start"
            data-key={part.key}
            data-dragged={rows.dragged === part.key || undefined}
            className={classes.part}
          >
            <DragHandle moves={rows.moves} id={part.key} className={classes.handle} />
            <Box from={14}>{draw(part, place)}</Box>
            <Row gap={0} fixed className={classes.tools}>
              <RowTools {...rows.toolsOf(part, place)} />
            </Row>
          </Row>
        ))}
      </Stack>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div>
        <Button
          variant="subtle"
          size="xs"
          data-add={path}
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={() => rows.add(newPart(), ':is(input[type="text"], input:not([type]))')}
        >
          {add}
        </Button>
      </div>
      <Text aloud role="status">
        {rows.announced}
      </Text>
    </Stack>
  )
}
