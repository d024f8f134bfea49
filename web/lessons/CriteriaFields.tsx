import { maxScore } from '#contract/lessons/max-score.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { newCriterion } from '#web/lessons/assignment-form.ts'
import classes from '#web/lessons/LessonForm.module.css'
import type { LessonFormState } from '#web/lessons/lesson-form.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { RowTools } from '#web/ui/RowTools.tsx'
import { useEditedRows } from '#web/ui/use-edited-rows.ts'

const path = 'assignment.criteria'
const maxCriteria = 50

/** What a review looks at: added, filled, put in order. */
export const CriteriaFields = ({ form }: { form: LessonFormState }) => {
  const { criteria } = form.values.assignment
  const rows = useEditedRows({
    form,
    path,
    rows: criteria,
    name: 'критерий',
    tell: ({ name, description }) => (name || description ? { summary: 'Критерий убран', detail: name } : null),
  })

  // hundredths add up without the crumbs of binary fractions
  const total = Math.round(criteria.reduce((sum, { points }) => sum + Number(points) * 100, 0)) / 100
  return (
    <Stack as="section" ref={rows.root} gap={3} edge="top" className={classes.part} aria-labelledby="criteria">
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
              max={maxScore}
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
            <Row gap={0.5} className={classes.tools}>
              <RowTools {...rows.toolsOf(criterion, index)} />
            </Row>
          </Box>
        ))}
      </Stack>
      <div>
        <Button
          variant="default"
          size="sm"
          data-add={path}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={criteria.length >= maxCriteria}
          onClick={() => rows.add(newCriterion(), 'input')}
        >
          Добавить критерий
        </Button>
      </div>
      <Text aloud role="status">
        {rows.announced}
      </Text>
    </Stack>
  )
}
