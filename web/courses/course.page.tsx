import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { idle } from '#web/app/when-idle.ts'
import { currentUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { RichText } from '#web/content/RichText.tsx'
import { AsStudentBar, isAsStudent, viewerOf, viewOf } from '#web/courses/as-student.tsx'
import classes from '#web/courses/CoursePage.module.css'
import { CourseTeachers } from '#web/courses/CourseTeachers.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { Programme } from '#web/courses/Programme.tsx'
import { courseProgress } from '#web/courses/progress.ts'
import { journalCohortsQuery, journalQuery } from '#web/journal/journal.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

interface StaffProps {
  course: Course
  actor: Actor
}

// students are spared what only those who teach or run the course see
const staff = () => import('#web/courses/course-staff.ts')

const StaffListOutline = () => <Skeleton height={320} radius="lg" />
const CourseActions = latePart<StaffProps>(
  async () => ({ default: (await staff()).CourseActions }),
  () => <Skeleton height={40} width={240} />,
)
const CoursePeople = latePart<StaffProps>(async () => ({ default: (await staff()).CoursePeople }), StaffListOutline)
const OutlineEditor = latePart<{ course: Course }>(
  async () => ({ default: (await staff()).OutlineEditor }),
  StaffListOutline,
)
const CourseBin = latePart<{ courseId: number }>(
  async () => ({ default: (await staff()).CourseBin }),
  () => null,
)
const CourseImports = latePart<{ course: Course }>(
  async () => ({ default: (await staff()).CourseImports }),
  () => null,
)

const CourseCertificate = latePart<{ courseId: number }>(
  () => import('#web/certificates/CourseCertificate.tsx'),
  () => null,
)

// at the end, where nothing moves when it comes
const SaveCourse = latePart<{ course: Course }>(
  () => idle().then(() => import('#web/offline/SaveCourse.tsx')),
  () => null,
)

const ClosedCourse = latePart<{ id: number }>(
  async () => ({ default: (await import('#web/programs/program.page.tsx')).ClosedCourse }),
  () => null,
)

const JournalOutline = () => <Skeleton height={460} radius="lg" />
const Journal = latePart<{ courseId: number }>(() => import('#web/journal/Journal.tsx'), JournalOutline)
const OwnScores = latePart<{ courseId: number }>(() => import('#web/journal/OwnScores.tsx'), JournalOutline)

const wantsJournal = (search: PageSearch<'courses.show'>) => search.view === 'journal'

/** The course itself, and its journal when that is asked for. */
export const load: PageLoad<'courses.show'> = ({ id }, search) => {
  if (!wantsJournal(search)) {
    const actor = toActor(currentUser())
    const view = viewOf(search)
    // staff of every course, such as curators; for a teacher only the course shows it
    if (actor && !view && isCourseStaff(actor, { teacher_ids: [] }))
      for (const part of [CourseActions, CoursePeople, OutlineEditor, CourseBin, CourseImports]) part.preload()
    return [courseQuery(Number(id), view)]
  }
  // before the course says who teaches it; a wrong guess loads the other one once it is shown
  const Shown = currentUser()?.role.slug === 'student' ? OwnScores : Journal
  Shown.preload()
  const shown = Shown === Journal ? [journalCohortsQuery(Number(id))] : []
  return [courseQuery(Number(id)), journalQuery(Number(id)), ...shown]
}

const Progress = ({ course }: { course: Course }) => {
  const { accepted, total, read, next } = courseProgress(course.lessons)
  const count = course.lessons.length
  if (!next) return null
  // a course without assignments ends with its last lesson
  const finished = total > 0 ? accepted === total : read === count
  return (
    <Card className={classes.progress}>
      <Stack gap={3}>
        <h2>Мой прогресс</h2>
        <div className={classes.bars}>
          {total > 0 && (
            <ProgressBar
              done={accepted}
              total={total}
              label="Принято заданий"
              text={`принято ${accepted} из ${total}`}
            />
          )}
          <ProgressBar done={read} total={count} label="Прочитано уроков" text={`прочитано ${read} из ${count}`} />
        </div>
        {finished && (
          <Text size={3} tone="soft">
            {total > 0 ? 'Все задания курса приняты. Поздравляем!' : 'Вы прочитали весь курс. Поздравляем!'}
          </Text>
        )}
        {finished && <CourseCertificate courseId={course.id} />}
        {!finished && course.status.slug !== 'archived' && (
          <Button
            component={Link}
            to={pathTo('lessons.show', { id: next.id })}
            mih={44}
            py={8}
            // a name without spaces breaks, too
            styles={{ label: { overflowWrap: 'anywhere' } }}
          >
            Продолжить: {next.name}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

const CourseHero = ({ course, actor, staff }: StaffProps & { staff: boolean }) => {
  const facts = [
    counted(course.lessons.length, 'урок', 'урока', 'уроков'),
    ...(staff ? [countedStudents(course.student_count)] : []),
  ]
  return (
    <Box gap={6} mb={6} className={classes.hero}>
      <Box shrink anywhere>
        <Box links="quiet" as="nav" mb={1.5} size={2} tone="quiet" aria-label="Путь к странице">
          <Link to={pathTo('courses.index')}>Курсы</Link>
        </Box>
        <h1>{course.name}</h1>
        {(staff || course.status.slug === 'archived') && (
          <Box mt={2.5}>
            <StatusBadge status={course.status} />
          </Box>
        )}
        {course.summary && (
          <Text mt={2.5} size={6} tone="soft" className={classes.summary}>
            {course.summary}
          </Text>
        )}
        <Text mt={2.5} size={3} tone="quiet">
          {facts.join(' · ')}
        </Text>
        {!staff && (
          <p>
            <Text
              as={Link}
              links="underlined"
              weight="medium"
              to={pathTo('tasks.index', {}, { course_id: String(course.id) })}
            >
              Задания и сроки
            </Text>
          </p>
        )}
        {staff && (
          <Row gap={2} gapX={3} wrap mt={4.5}>
            <CourseActions course={course} actor={actor} />
            {course.announced && course.status.slug === 'published' && (
              <Text as={Link} links="underlined" weight="medium" to={pathTo('programs.show', { id: course.id })}>
                Объявление для всех
              </Text>
            )}
          </Row>
        )}
      </Box>
      <Cover url={course.cover.url} ratio="var(--cover-ratio, 400 / 260)" className={classes.cover} />
    </Box>
  )
}

const CourseParts = ({ course, actor, staff }: StaffProps & { staff: boolean }) => (
  <div className={classes.columns}>
    {!staff && <Progress course={course} />}
    <Stack gap={6} shrink className={classes.main}>
      {staff ? <OutlineEditor course={course} /> : <Programme course={course} />}
      {staff && <CourseImports course={course} />}
      {staff && <CourseBin courseId={course.id} />}
      {course.content && (
        <section className={classes.about} aria-labelledby="about">
          <Text as="h2" id="about" mb={3}>
            О курсе
          </Text>
          <RichText html={course.content} />
        </section>
      )}
    </Stack>
    <Stack as="aside" gap={4} className={classes.aside} aria-label="Люди курса">
      {staff ? (
        <CoursePeople course={course} actor={actor} />
      ) : (
        <>
          <CourseTeachers teachers={course.teachers} />
          <SaveCourse course={course} />
        </>
      )}
    </Stack>
  </div>
)

const CourseView = ({ course, actor, asStudent }: StaffProps & { asStudent: boolean }) => {
  const [search] = usePageSearch('courses.show')
  const staff = isCourseStaff(actor, { teacher_ids: course.teachers.map(({ id }) => id) })
  // a new student has no scores yet
  const journal = !asStudent && wantsJournal(search)
  const address = pathTo('courses.show', { id: course.id })
  const tabs = !asStudent && (
    <TabLinks
      label="Части курса"
      tabs={[
        { label: 'Курс', href: address, current: !journal },
        { label: staff ? 'Журнал' : 'Мои оценки', href: `${address}?view=journal`, current: journal },
      ]}
    />
  )
  if (journal)
    return (
      <Wrap size={staff ? 'wide' : 'normal'}>
        <PageHeader title={course.name} crumbs={[{ label: 'Курсы', href: pathTo('courses.index') }]} />
        {tabs}
        {staff ? <Journal key={course.id} courseId={course.id} /> : <OwnScores courseId={course.id} />}
      </Wrap>
    )
  return (
    <Wrap>
      {course.status.slug === 'archived' && (
        <Notice icon="archive" tone="warn">
          {staff
            ? `Курс в архиве: ${called('студенты')} могут только читать его.`
            : 'Курс в архиве: уроки и ваши работы можно читать, сдавать работы уже нельзя.'}
        </Notice>
      )}
      <CourseHero course={course} actor={actor} staff={staff} />
      {tabs}
      <CourseParts course={course} actor={actor} staff={staff} />
    </Wrap>
  )
}

const Outline = () => (
  <Wrap>
    <Stack gap={4.5} role="status" aria-label="Загрузка">
      <Skeleton height={40} width="60%" />
      <Skeleton height={90} />
      <Skeleton height={320} />
    </Stack>
  </Wrap>
)

const CoursePage = () => {
  const id = usePageId('courses.show')
  const actor = useActor()
  const [search, changeSearch] = usePageSearch('courses.show')
  const query = useQuery(courseQuery(id, viewOf(search)))
  usePageTitle(query.data?.course.name)
  if (!actor) return null
  const asStudent = isAsStudent(search, actor)
  const bar = asStudent && (
    <AsStudentBar onLeave={() => void changeSearch({ as: undefined })} error={query.data ? null : query.error} />
  )
  if (asStudent && query.isError && !query.data) return bar
  return (
    <>
      {bar}
      <ListState query={query} skeleton={<Outline />} page={<ClosedCourse id={id} />}>
        {({ course }) => <CourseView course={course} actor={viewerOf(search, actor)} asStudent={asStudent} />}
      </ListState>
    </>
  )
}

export default CoursePage
