import { IconCheck, IconClipboardText, IconList, IconListCheck, IconLock } from '@tabler/icons-react'
import { bySection } from '#contract/courses/by-section.ts'
import type { Course, OutlineLesson } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/courses/Programme.module.css'
import { Card, CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** Whether the student's time is over while nothing has been handed in. */
const isLate = ({ due_at, task }: OutlineLesson) =>
  due_at !== null && new Date(due_at) < new Date() && (!task || ['draft', 'returned'].includes(task.status.slug))

const LessonRow = ({ lesson, number }: { lesson: OutlineLesson; number: number }) => {
  const { id, name, has_assignment, has_graded_quiz, due_at, task, minutes, read, locked } = lesson
  return (
    <Row as="li" gap={3} pad={2.5} padX={4.5} className={classes.lesson}>
      <Text as="span" size={3} tone="quiet" fixed className={classes.number} aria-hidden="true">
        {number}
      </Text>
      <Box grow className={classes.text}>
        <Text as={Link} links="quiet" covers weight="medium" tight anywhere to={pathTo('lessons.show', { id })}>
          {name}
        </Text>
        <Row as="p" gap={0} gapX={3} wrap size={2} tone="quiet" loose>
          {locked ? (
            <Row as="span" gap={1} inline>
              <IconLock size={15} aria-hidden="true" />
              {locked.by.needs === 'read'
                ? `Откроется, когда прочитаете «${locked.by.name}»`
                : `Откроется, когда примут задание урока «${locked.by.name}»`}
            </Row>
          ) : (
            <span>{counted(minutes, 'минута', 'минуты', 'минут')}</span>
          )}
          {read && !task && (
            <Row as="span" gap={1} inline tone="ok">
              <IconCheck size={15} aria-hidden="true" />
              Прочитан
            </Row>
          )}
          {has_graded_quiz && (
            <Row as="span" gap={1} inline>
              <IconListCheck size={15} aria-hidden="true" />
              Тест
            </Row>
          )}
          {has_assignment && (
            <Row as="span" gap={1} inline tone={isLate(lesson) ? 'bad' : undefined}>
              <IconClipboardText size={15} aria-hidden="true" />
              {due_at ? `Задание до ${formatMoment(due_at)}` : 'Задание'}
            </Row>
          )}
        </Row>
      </Box>
      {task && (
        <Row gap={1.5} wrap align="stretch" fixed className={classes.marks}>
          <StatusBadge status={task.status} />
        </Row>
      )}
    </Row>
  )
}

/** The lessons of a course, section by section, as a student reads them. */
export const Programme = ({ course: { sections, lessons } }: { course: Course }) => {
  const numbers = new Map(lessons.map((lesson, index) => [lesson.id, index + 1]))
  return (
    <section aria-labelledby="programme">
      <Text as="h2" id="programme" mb={3}>
        Программа
      </Text>
      {lessons.length === 0 ? (
        <Card>
          <EmptyState
            icon={IconList}
            title="Уроков пока нет"
            text="Преподаватели ещё готовят программу. Когда откроется первый урок, придёт уведомление."
          />
        </Card>
      ) : (
        <Stack gap={5}>
          {bySection(sections, lessons).map(
            ({ section, lessons: inside }) =>
              inside.length > 0 && (
                <div key={section?.id ?? 0}>
                  {section && (
                    <Text as="h3" mb={2} tone="soft" anywhere>
                      {section.name}
                    </Text>
                  )}
                  <CardList as="ol">
                    {inside.map((lesson) => (
                      <LessonRow key={lesson.id} lesson={lesson} number={numbers.get(lesson.id) ?? 0} />
                    ))}
                  </CardList>
                </div>
              ),
          )}
        </Stack>
      )}
    </section>
  )
}
