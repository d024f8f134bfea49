import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/NumberInput.layer.css'
import { ActionIcon, Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { newCriterion } from '#web/lessons/assignment-form.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useReorder } from '#web/ui/use-reorder.ts'

const path = 'assignment.criteria'
const maxCriteria = 50

/** What a review looks at: added, filled, put in order. */
export const CriteriaFields = ({ form }: { form: LessonFormState }) => {
  const { criteria } = form.values.assignment
  const placeOf = (key: string) => criteria.findIndex((criterion) => criterion.key === key)
  const part = useRef<HTMLElement>(null)
  const focusNext = useFocusNext(part)
  const { moves, announced } = useReorder({
    ids: criteria.map(({ key }) => key),
    nameOf: (key) => `критерий ${placeOf(key) + 1}`,
    move: (key, to) => form.reorderListItem(path, { from: placeOf(key), to }),
  })

  const add = () => {
    const criterion = newCriterion()
    focusNext(`[data-key="${criterion.key}"] input`)
    form.insertListItem(path, criterion)
  }
  const remove = (index: number) => {
    const removed = criteria[index]
    // the focus moves to the row in its place, or to the button below an empty list
    const next = criteria[index + 1] ?? criteria[index - 1]
    focusNext(next ? `[data-key="${next.key}"] [data-remove]` : '[data-add]')
    form.removeListItem(path, index)
    if (!removed?.name && !removed?.description) return
    toast({
      severity: 'info',
      summary: 'Критерий убран',
      detail: removed.name,
      action: { label: 'Вернуть', onClick: () => form.insertListItem(path, removed, index) },
    })
  }

  // hundredths add up without the crumbs of binary fractions
  const total = Math.round(criteria.reduce((sum, { points }) => sum + Number(points) * 100, 0)) / 100
  return (
    <Stack as="section" ref={part} gap={3} edge="top" className={classes.part} aria-labelledby="criteria">
      <div>
        <Text as="h3" size={6} id="criteria">
          Критерии
        </Text>
        <Text size={2} tone="quiet" tight>
          {total > 0
            ? `По ним проверяют работу. Всего ${formatScore(total)}.`
            : 'По ним проверяют работу. Баллы можно не ставить.'}
        </Text>
      </div>
      <Stack as="ul" gap={3} plain>
        {criteria.map((criterion, index) => (
          <Box
            as="li"
            key={criterion.key}
            gap={3}
            pad={4}
            ground="sunken"
            round="m"
            className={classes.criterion}
            data-key={criterion.key}
          >
            <TextInput
              label={`Критерий ${index + 1}`}
              maxLength={200}
              {...form.getInputProps(`${path}.${index}.name`)}
            />
            <NumberInput
              label="Баллы"
              min={0}
              max={1000}
              allowNegative={false}
              decimalScale={2}
              decimalSeparator=","
              hideControls
              {...form.getInputProps(`${path}.${index}.points`)}
            />
            <Textarea
              label="Пояснение"
              autosize
              minRows={1}
              maxRows={6}
              {...form.getInputProps(`${path}.${index}.description`)}
            />
            <Row gap={2} justify="between" className={classes.tools}>
              <Row gap={0.5} align="stretch">
                <MoveButtons
                  moves={moves}
                  id={criterion.key}
                  name={`критерий ${index + 1}`}
                  first={index === 0}
                  last={index === criteria.length - 1}
                />
              </Row>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                data-remove
                aria-label={`Убрать критерий ${index + 1}`}
                data-tip="Убрать"
                onClick={() => remove(index)}
              >
                <IconTrash size={17} aria-hidden="true" />
              </ActionIcon>
            </Row>
          </Box>
        ))}
      </Stack>
      <div>
        <Button
          variant="default"
          size="sm"
          data-add
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={criteria.length >= maxCriteria}
          onClick={add}
        >
          Добавить критерий
        </Button>
      </div>
      <Text aloud role="status">
        {announced}
      </Text>
    </Stack>
  )
}
