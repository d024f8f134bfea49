import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { RichText } from '#web/content/RichText.tsx'
import classes from '#web/courses/CoursePage.module.css'
import { CourseTeachers } from '#web/courses/CourseTeachers.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { Programme } from '#web/courses/Programme.tsx'
import { courseProgress } from '#web/courses/progress.ts'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { counted } from '#web/ui/plural.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

interface StaffProps {
  course: Course
  actor: Actor
}

// students are spared what only those who teach or run the course see
const CourseActions = latePart<StaffProps>(
  () => import('#web/courses/CourseActions.tsx'),
  () => <Skeleton height={40} width={240} />,
)
const CoursePeople = latePart<StaffProps>(
  () => import('#web/courses/CoursePeople.tsx'),
  () => <Skeleton height={320} radius="lg" />,
)

/** The course itself. */
export const load = ({ id }: Record<string, string>) => [courseQuery(Number(id))]

const Progress = ({ course }: { course: Course }) => {
  const { accepted, total, next } = courseProgress(course.lessons)
  if (!next) return null
  const finished = total > 0 && accepted === total
  return (
    <Card className={classes.progress}>
      <h2>Мой прогресс</h2>
      {total > 0 && <ProgressBar done={accepted} total={total} label="Принято заданий" />}
      {finished && <p>Все задания курса приняты. Поздравляем!</p>}
      {!finished && course.status.slug !== 'archived' && (
        <Button component={Link} to={pathTo('lessons.show', { id: next.id })} className={classes.next}>
          Продолжить: {next.name}
        </Button>
      )}
    </Card>
  )
}

const CourseView = ({ course, actor }: { course: Course; actor: Actor }) => {
  const staff = isCourseStaff(actor, { teacher_ids: course.teachers.map(({ id }) => id) })
  const archived = course.status.slug === 'archived'
  const facts = [
    counted(course.lessons.length, 'урок', 'урока', 'уроков'),
    ...(staff ? [counted(course.student_count, 'студент', 'студента', 'студентов')] : []),
  ]
  return (
    <Wrap>
      {archived && (
        <Notice icon="archive" tone="warn">
          {staff
            ? 'Курс в архиве: студенты могут только читать его.'
            : 'Курс в архиве: уроки и ваши работы можно читать, сдавать работы уже нельзя.'}
        </Notice>
      )}
      <div className={classes.hero}>
        <div className={classes.words}>
          <nav className={classes.crumbs} aria-label="Путь к странице">
            <a href={pathTo('courses.index')}>Курсы</a>
          </nav>
          <h1>{course.name}</h1>
          {(staff || archived) && (
            <div className={classes.status}>
              <StatusBadge status={course.status} />
            </div>
          )}
          {course.summary && <p className={classes.summary}>{course.summary}</p>}
          <p className={classes.facts}>{facts.join(' · ')}</p>
          {staff && (
            <div className={classes.actions}>
              <CourseActions course={course} actor={actor} />
            </div>
          )}
        </div>
        <Cover url={course.cover.url} ratio="var(--cover-ratio, 400 / 260)" className={classes.cover} />
      </div>
      <div className={classes.columns}>
        {!staff && <Progress course={course} />}
        <div className={classes.main}>
          <Programme course={course} staff={staff} />
          {course.content && (
            <section className={classes.about} aria-labelledby="about">
              <h2 id="about">О курсе</h2>
              <RichText html={course.content} />
            </section>
          )}
        </div>
        <aside className={classes.aside} aria-label="Люди курса">
          {staff ? <CoursePeople course={course} actor={actor} /> : <CourseTeachers teachers={course.teachers} />}
        </aside>
      </div>
    </Wrap>
  )
}

const Outline = () => (
  <Wrap>
    <Stack gap="lg" role="status" aria-label="Загрузка">
      <Skeleton height={40} width="60%" />
      <Skeleton height={90} />
      <Skeleton height={320} />
    </Stack>
  </Wrap>
)

const CoursePage = () => {
  const id = usePageId()
  const actor = useActor()
  const query = useQuery(courseQuery(id))
  usePageTitle(query.data?.course.name)
  if (!actor) return null
  return (
    <ListState query={query} skeleton={<Outline />} page>
      {({ course }) => <CourseView course={course} actor={actor} />}
    </ListState>
  )
}

export default CoursePage
