import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { RichText } from '#web/content/RichText.tsx'
import { LessonNotices } from '#web/lessons/LessonNotices.tsx'
import { LessonOutline, LessonOutlineDisclosure } from '#web/lessons/LessonOutline.tsx'
import classes from '#web/lessons/LessonPage.module.css'
import { LessonPager } from '#web/lessons/LessonPager.tsx'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { LessonTaskCard } from '#web/tasks/LessonTaskCard.tsx'
import { LessonWork } from '#web/tasks/LessonWork.tsx'
import { ListState } from '#web/ui/ListState.tsx'

/** The lesson with the contents of its course. */
export const load = ({ id }: Record<string, string>) => [lessonQuery(Number(id))]

const Crumbs = ({ lesson: { course, section_id } }: { lesson: Lesson }) => {
  const section = course.sections.find(({ id }) => id === section_id)
  return (
    <nav className={classes.crumbs} aria-label="Путь к странице">
      <ol>
        <li>
          <a href={pathTo('courses.show', { id: course.id })}>{course.name}</a>
        </li>
        {section && <li>{section.name}</li>}
      </ol>
    </nav>
  )
}

const LessonView = ({ lesson, actor }: { lesson: Lesson; actor: Actor }) => {
  const staff = isCourseStaff(actor, lesson.course)
  const outline = { course: lesson.course, currentId: lesson.id, staff }
  return (
    <div className={classes.grid} data-plain={lesson.assignment ? undefined : true}>
      <div className={classes.outline}>
        <LessonOutline {...outline} />
      </div>
      <div className={classes.disclosure}>
        <LessonOutlineDisclosure {...outline} />
      </div>
      <article className={classes.content}>
        <Crumbs lesson={lesson} />
        <div className={classes.head}>
          <h1>{lesson.name}</h1>
          {staff && (
            <Button
              component={Link}
              to={pathTo('lessons.edit', { id: lesson.id })}
              variant="default"
              size="sm"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
            >
              Изменить урок
            </Button>
          )}
        </div>
        <LessonNotices lesson={lesson} staff={staff} />
        {lesson.content ? (
          <RichText html={lesson.content} />
        ) : (
          <p className={classes.empty}>{staff ? 'Текста в уроке пока нет.' : 'В этом уроке нет текста.'}</p>
        )}
      </article>
      {lesson.assignment && (
        <aside className={classes.card} aria-label="Задание урока">
          <LessonTaskCard lesson={lesson} />
        </aside>
      )}
      {lesson.assignment && (
        <div className={classes.work}>
          <LessonWork lesson={lesson} />
        </div>
      )}
      <LessonPager lesson={lesson} />
    </div>
  )
}

const Outline = () => (
  <div className={classes.grid} role="status" aria-label="Загрузка">
    <div className={classes.outline}>
      <Skeleton height={320} />
    </div>
    <Stack className={classes.content}>
      <Skeleton height={16} width="40%" />
      <Skeleton height={38} width="70%" />
      <Skeleton height={280} mt="md" />
    </Stack>
    <div className={classes.card}>
      <Skeleton height={240} radius="lg" />
    </div>
  </div>
)

const LessonPage = () => {
  const id = usePageId()
  const actor = useActor()
  const query = useQuery(lessonQuery(id))
  usePageTitle(query.data?.lesson.name)
  if (!actor) return null
  return (
    <ListState query={query} skeleton={<Outline />} page>
      {({ lesson }) => <LessonView lesson={lesson} actor={actor} />}
    </ListState>
  )
}

export default LessonPage
