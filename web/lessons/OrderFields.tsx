import { ActionIcon, Button, NativeSelect, NumberInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import type { LessonNeed } from '#contract/lessons/lesson-status.schema.ts'
import { called } from '#contract/users/student-word.ts'
import classes from '#web/lessons/LessonForm.module.css'
import { type LessonFormState, needNames } from '#web/lessons/lesson-form.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

const lessonLabel = (index: number) => `Урок, условие ${index + 1}`

/** What must come before the lesson, and how many minutes it takes. */
export const OrderFields = ({
  form,
  lessons,
  estimatedMinutes,
}: {
  form: LessonFormState
  /** The other lessons of the course. */
  lessons: OutlineLesson[]
  /** Null for a lesson that is not there yet. */
  estimatedMinutes: number | null
}) => {
  const { after } = form.values
  const fields = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusNext(fields)
  const set = (next: typeof after) => form.setFieldValue('after', next)
  const remove = (index: number) => {
    focusNext(after.length > 1 ? `[data-remove="${Math.min(index, after.length - 2)}"]` : '[data-add]')
    set(after.toSpliced(index, 1))
  }
  const add = (lesson_id: number) => {
    // the button is gone once there is no other lesson
    focusNext(`[aria-label="${lessonLabel(after.length)}"]`)
    set([...after, { lesson_id, needs: 'read' }])
  }
  const free = lessons.filter(({ id }) => !after.some(({ lesson_id }) => lesson_id === id))
  const error = form.errors.after
  return (
    <>
      <NumberInput
        className={classes.number}
        label="Сколько минут читать"
        description={
          estimatedMinutes === null
            ? 'Если не указать, посчитаем по тексту'
            : `По тексту — ${estimatedMinutes}. Укажите своё число, если есть видео или упражнения`
        }
        min={1}
        max={600}
        allowNegative={false}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('minutes')}
      />
      {lessons.length > 0 && (
        <Stack as="fieldset" gap={2} className={classes.order} ref={fields}>
          <Text as="legend" size={3} weight="medium">
            Что нужно пройти сначала
          </Text>
          <Text size={2} tone="quiet">
            {after.length === 0
              ? 'Урок открыт сразу. Можно открыть его после других уроков курса.'
              : `${called('Студент')} увидит, чего не хватает, чтобы урок открылся.`}
          </Text>
          {after.map(({ lesson_id, needs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the row of another lesson keeps the focus in its field
            <Row key={index} gap={2}>
              <Box grow>
                <NativeSelect
                  aria-label={lessonLabel(index)}
                  value={`${lesson_id}`}
                  data={[
                    // as long as it is in the bin, it opens nothing and locks nothing
                    ...(lessons.some(({ id }) => id === lesson_id)
                      ? []
                      : [{ value: `${lesson_id}`, label: 'Урок удалён' }]),
                    ...lessons
                      .filter(({ id }) => id === lesson_id || free.some((other) => other.id === id))
                      .map(({ id, name }) => ({ value: `${id}`, label: name })),
                  ]}
                  onChange={({ currentTarget: { value } }) =>
                    set(after.with(index, { lesson_id: Number(value), needs: 'read' }))
                  }
                />
              </Box>
              <NativeSelect
                aria-label={`Что с ним, условие ${index + 1}`}
                value={needs}
                data={(['read', 'accepted'] as const)
                  .filter((need) => need === 'read' || lessons.find(({ id }) => id === lesson_id)?.has_assignment)
                  .map((value) => ({ value, label: needNames[value] }))}
                onChange={({ currentTarget: { value } }) =>
                  set(after.with(index, { lesson_id, needs: value as LessonNeed }))
                }
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Убрать условие ${index + 1}`}
                data-remove={index}
                onClick={() => remove(index)}
              >
                <IconX size={17} aria-hidden="true" />
              </ActionIcon>
            </Row>
          ))}
          {error && (
            <Text size={2} tone="bad" role="alert">
              {error}
            </Text>
          )}
          {free.length > 0 && after.length < 20 && (
            <Box>
              <Button
                size="xs"
                variant="subtle"
                data-add=""
                leftSection={<IconPlus size={15} aria-hidden="true" />}
                onClick={() => add((free[0] as OutlineLesson).id)}
              >
                Добавить условие
              </Button>
            </Box>
          )}
        </Stack>
      )}
    </>
  )
}
