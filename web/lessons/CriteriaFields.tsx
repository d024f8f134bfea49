import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/NumberInput.layer.css'
import { ActionIcon, Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { newCriterion } from '#web/lessons/assignment-form.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { toast } from '#web/ui/toasts.ts'

const path = 'assignment.criteria'
const limit = 50

/** What a review looks at: added, filled, put in order. */
export const CriteriaFields = ({ form }: { form: LessonFormState }) => {
  const { criteria } = form.values.assignment
  const part = useRef<HTMLElement>(null)
  const focus = useRef<string>(undefined)
  useEffect(() => {
    if (!focus.current) return
    part.current?.querySelector<HTMLElement>(focus.current)?.focus()
    focus.current = undefined
  })

  const add = () => {
    const criterion = newCriterion()
    focus.current = `[data-key="${criterion.key}"] input`
    form.insertListItem(path, criterion)
  }
  const move = (index: number, to: number) => {
    if (to < 0 || to >= criteria.length) return
    focus.current = `[data-key="${criteria[index]?.key}"] [data-move="${to < index ? 'up' : 'down'}"]`
    form.reorderListItem(path, { from: index, to })
  }
  const remove = (index: number) => {
    const removed = criteria[index]
    // the focus goes to what stands in its place, or to the button below an empty list
    const next = criteria[index + 1] ?? criteria[index - 1]
    focus.current = next ? `[data-key="${next.key}"] [data-remove]` : '[data-add]'
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
    <Stack as="section" ref={part} gap={3} edge="top" className={classes.criteria} aria-labelledby="criteria">
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
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  data-move="up"
                  aria-label={`Выше: критерий ${index + 1}`}
                  data-tip="Выше"
                  aria-disabled={index === 0 || undefined}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={17} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  data-move="down"
                  aria-label={`Ниже: критерий ${index + 1}`}
                  data-tip="Ниже"
                  aria-disabled={index === criteria.length - 1 || undefined}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={17} aria-hidden="true" />
                </ActionIcon>
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
          disabled={criteria.length >= limit}
          onClick={add}
        >
          Добавить критерий
        </Button>
      </div>
    </Stack>
  )
}
