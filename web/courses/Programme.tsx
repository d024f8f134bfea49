import { Button } from '@mantine/core'
import { IconClipboardText, IconClock, IconList, IconPencil, IconPlus } from '@tabler/icons-react'
import type { Course, OutlineLesson } from '#contract/courses/courses.schema.ts'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/courses/Programme.module.css'
import { bySection } from '#web/courses/progress.ts'
import { Card, CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Box, Center, Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const scheduled = { name: 'Запланирован', color: 'brand', icon: 'clock' }

/** The state of a lesson as staff see it: `null` when students can read it. */
export const lessonMark = ({ status, publish_at }: Pick<OutlineLesson, 'status' | 'publish_at'>) => {
  if (status.slug === 'draft') return status
  return isOpenLesson({ status: status.slug, publish_at }, new Date()) ? null : scheduled
}

/** Whether the student's time is over while nothing has been handed in. */
const isLate = ({ due_at, task }: OutlineLesson) =>
  due_at !== null && new Date(due_at) < new Date() && (!task || ['draft', 'returned'].includes(task.status.slug))

const LessonRow = ({ lesson, number, staff }: { lesson: OutlineLesson; number: number; staff: boolean }) => {
  const { id, name, publish_at, has_assignment, due_at, task } = lesson
  const mark = staff ? lessonMark(lesson) : null
  return (
    <Row as="li" gap={3} pad={2.5} padX={4.5} className={classes.lesson}>
      <Text as="span" size={3} tone="quiet" fixed className={classes.number} aria-hidden="true">
        {number}
      </Text>
      <Box grow className={classes.text}>
        <Text as={Link} links="quiet" covers weight="medium" tight anywhere to={pathTo('lessons.show', { id })}>
          {name}
        </Text>
        <Row as="p" gap={0} gapX={3} wrap align="stretch" size={2} tone="quiet" loose>
          {has_assignment && (
            <Row as="span" gap={1} inline tone={!staff && isLate(lesson) ? 'bad' : undefined}>
              <IconClipboardText size={15} aria-hidden="true" />
              {due_at ? `Задание до ${formatMoment(due_at)}` : 'Задание'}
            </Row>
          )}
          {mark === scheduled && publish_at && (
            <Row as="span" gap={1} inline>
              <IconClock size={15} aria-hidden="true" />
              Откроется {formatMoment(publish_at)}
            </Row>
          )}
        </Row>
      </Box>
      {(mark || task) && (
        <Row gap={1.5} wrap align="stretch" fixed className={classes.marks}>
          {mark && <StatusBadge status={mark} />}
          {task && <StatusBadge status={task.status} />}
        </Row>
      )}
      {staff && (
        <Center
          as={Link}
          tone="quiet"
          hover="sunken"
          round="s"
          fixed
          className={classes.edit}
          to={pathTo('lessons.edit', { id })}
          aria-label={`Изменить урок «${name}»`}
          data-tip="Изменить урок"
        >
          <IconPencil size={17} aria-hidden="true" />
        </Center>
      )}
    </Row>
  )
}

const AddLesson = ({ courseId, sectionId, label }: { courseId: number; sectionId: number; label: string }) => (
  <Row
    as={Link}
    inline
    gap={1.5}
    pad={1.5}
    padX={2}
    size={2}
    tone="brand"
    weight="medium"
    tight
    hover="brand"
    round="s"
    fixed
    to={pathTo('lessons.create', { course_id: courseId }, { section: sectionId })}
    aria-label={`Добавить урок в раздел «${label}»`}
  >
    <IconPlus size={15} aria-hidden="true" />
    Урок
  </Row>
)

/** The lessons of a course, section by section. */
export const Programme = ({ course, staff }: { course: Course; staff: boolean }) => {
  const { id, sections, lessons } = course
  const numbers = new Map(lessons.map((lesson, index) => [lesson.id, index + 1]))
  const addLesson = (
    <Button
      component={Link}
      to={pathTo('lessons.create', { course_id: id })}
      variant={lessons.length ? 'light' : 'filled'}
      leftSection={<IconPlus size={17} aria-hidden="true" />}
    >
      Добавить урок
    </Button>
  )
  const empty = lessons.length === 0 && (sections.length === 0 || !staff)
  return (
    <section aria-labelledby="programme">
      <Row gap={2} gapX={4} wrap justify="between" mb={3}>
        <h2 id="programme">Программа</h2>
        {staff && !empty && addLesson}
      </Row>
      {empty && (
        <Card>
          <EmptyState
            icon={IconList}
            title={staff ? 'В программе пока пусто' : 'Уроков пока нет'}
            text={
              staff
                ? 'Добавьте первый урок. Большой курс удобно разложить на разделы.'
                : 'Преподаватели ещё готовят программу. Когда откроется первый урок, придёт уведомление.'
            }
            action={
              staff && (
                <Row wrap gap={2.5} justify="center">
                  {addLesson}
                  <Button component={Link} to={pathTo('courses.edit', { id }, {}, 'programme')} variant="default">
                    Завести разделы
                  </Button>
                </Row>
              )
            }
          />
        </Card>
      )}
      {!empty && (
        <Stack gap={5}>
          {bySection(sections, lessons).map(({ section, lessons: inside }) =>
            inside.length === 0 && (!section || !staff) ? null : (
              <div key={section?.id ?? 0}>
                {section && (
                  <Row gap={3} justify="between" mb={2} className={classes.sectionHead}>
                    <Text as="h3" tone="soft" shrink anywhere>
                      {section.name}
                    </Text>
                    {staff && <AddLesson courseId={id} sectionId={section.id} label={section.name} />}
                  </Row>
                )}
                {inside.length === 0 ? (
                  <Card pad={4} padX={4.5} size={3} tone="quiet">
                    В разделе пока нет уроков
                  </Card>
                ) : (
                  <CardList as="ol">
                    {inside.map((lesson) => (
                      <LessonRow key={lesson.id} lesson={lesson} number={numbers.get(lesson.id) ?? 0} staff={staff} />
                    ))}
                  </CardList>
                )}
              </div>
            ),
          )}
        </Stack>
      )}
    </section>
  )
}
