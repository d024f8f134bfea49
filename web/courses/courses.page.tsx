import { Button } from '@mantine/core'
import { IconArrowBackUp, IconBooks, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { canCreateCourse } from '#contract/courses/courses.policy.ts'
import type { CourseRow, CourseStatus } from '#contract/courses/courses.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { type Actor, curates, roleIn } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { currentUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { cohortsQuery } from '#web/cohorts/cohorts.queries.ts'
import { CourseCard } from '#web/courses/CourseCard.tsx'
import { useRestoreCourse } from '#web/courses/change-course.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { guestHome } from '#web/home/guest-home.queries.ts'
import { coursesToJoin } from '#web/home/home.queries.ts'
import { OpenCourses } from '#web/home/OpenCourses.tsx'
import { ImportButton } from '#web/imports/ImportButton.tsx'
import type { PageLoad } from '#web/page-module.ts'
import { progressQuery, weeksOf } from '#web/progress/progress.queries.ts'
import { statementUserId } from '#web/statements/statement-path.ts'
import { statementQuery } from '#web/statements/statements.queries.ts'
import { formatDay } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Row, Text } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'
import { useGradual } from '#web/ui/use-gradual.ts'

const OwnCohorts = latePart(
  () => import('#web/cohorts/OwnCohorts.tsx'),
  () => null,
)

const Progress = latePart(
  () => import('#web/progress/Progress.tsx'),
  () => <SkeletonList count={4} height={180} />,
)

const UserStatement = latePart<{ userId: number }>(
  () => import('#web/statements/UserStatement.tsx'),
  () => <SkeletonList count={4} height={180} />,
)

const wantsProgress = (search: PageSearch<'courses.index'>) => search.view === 'progress'

const wantsDeleted = (search: PageSearch<'courses.index'>) => search.deleted === 'true'

/** Whether somebody sees the classes they lead here: others have the list of all classes. */
const showsOwnCohorts = (actor: Actor | null) => actor !== null && roleIn(actor, 'people') === 'teacher'

/** The list itself, of courses or of deleted ones, and a teacher's classes; or what else the address asks for. */
export const load: PageLoad<'courses.index'> = (_params, search) => {
  const user = currentUser()
  const actor = toActor(user)
  const userId = statementUserId(search)
  if (userId !== null) {
    UserStatement.preload()
    return [statementQuery(userId)]
  }
  if (wantsProgress(search) && curates(actor, 'courses')) return [progressQuery(weeksOf(search.weeks))]
  return [coursesQuery(wantsDeleted(search)), ...coursesToJoin(user), ...(showsOwnCohorts(actor) ? [cohortsQuery] : [])]
}

const CreateButton = () => (
  <Button component={Link} to={pathTo('courses.create')} leftSection={<IconPlus size={18} aria-hidden="true" />}>
    Новый курс
  </Button>
)

/** How somebody without a course gets into one: by an application where admission is open, otherwise by the school. */
const NoCourse = () => {
  const open = useQuery(guestHome)
  const address = currentUser()?.email
    ? 'сообщите им почту, с которой вы зарегистрировались.'
    : 'скажите им, на какой курс вы ходите.'
  if (isFirstLoad(open)) return <SkeletonList cards count={2} height={340} />
  const programs = open.data?.home.courses ?? []
  if (programs.length > 0)
    return (
      <OpenCourses
        programs={programs}
        note={`Откройте курс и отправьте заявку. Если вас записывают преподаватели или кураторы школы, ${address}`}
      />
    )
  return (
    <EmptyState
      icon={IconBooks}
      title="Вы ещё не записаны на курс"
      text={`Записывают преподаватели и кураторы школы: ${address} А пока посмотрите, что делают другие.`}
      action={
        <Button component={Link} to={pathTo('projects.index')} variant="light">
          Проекты {called('студентов')}
        </Button>
      }
    />
  )
}

const Empty = ({ mayCreate, deleted }: { mayCreate: boolean; deleted: boolean }) => {
  if (deleted)
    return (
      <EmptyState
        icon={IconTrash}
        title="Удалённых курсов нет"
        text="Удалённый курс лежит здесь 30 дней, и всё это время его можно вернуть."
      />
    )
  if (!mayCreate) return <NoCourse />
  return (
    <EmptyState
      icon={IconBooks}
      title="Курсов пока нет"
      text={`Создайте первый: дайте ему название, соберите программу из уроков и запишите ${called('студентов')}.`}
      action={<CreateButton />}
    />
  )
}

const Restore = ({ course }: { course: CourseRow }) => {
  const restore = useRestoreCourse()
  const navigate = useNavigate()
  const succeed = (status: CourseStatus) => {
    if (status === course.status.slug)
      return toast({ severity: 'success', summary: 'Курс восстановлен', detail: course.name })
    // nobody teaches it any more
    toast({
      severity: 'warn',
      summary: 'Курс восстановлен как черновик',
      detail: `«${course.name}» больше никто не ведёт. Назначьте преподавателя и опубликуйте курс.`,
      life: 20_000,
      action: {
        label: 'Открыть',
        onClick: () => void navigate({ to: pathTo('courses.show', { id: course.id }) }),
      },
    })
  }
  return (
    <>
      {course.deleted_at && (
        <Text size={2} tone="quiet" loose>
          Удалён {formatDay(course.deleted_at)}
        </Text>
      )}
      <Row>
        {' '}
        <SteadyButton
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          busy={restore.isPending}
          aria-label={`Восстановить курс «${course.name}»`}
          onClick={() =>
            restore.mutate(course.id, {
              onSuccess: ({ course: { status } }) => void succeed(status.slug),
              onError: (error) => reportError(error, 'Не удалось восстановить курс'),
            })
          }
        >
          Восстановить
        </SteadyButton>
      </Row>{' '}
    </>
  )
}

/** A card that leaves the focus to the one beside it. */
const Item = memo(({ course, staff, deleted }: { course: CourseRow; staff: boolean; deleted: boolean }) => {
  const item = useRef<HTMLLIElement>(null)
  useFocusAfter(item)
  return (
    <li ref={item}>
      <CourseCard course={course} staff={staff} action={deleted && <Restore course={course} />} />
    </li>
  )
})

/** Courses that are over come after those that continue. */
const archivedLast = (courses: CourseRow[]) =>
  courses.toSorted((a, b) => Number(a.status.slug === 'archived') - Number(b.status.slug === 'archived'))

const Cards = ({ courses, ...rest }: { courses: CourseRow[]; staff: boolean; deleted: boolean }) => {
  const drawn = useGradual(courses.length)
  return (
    <Grid as="ul" least={19} fill gap={4.5} plain>
      {archivedLast(courses)
        .slice(0, drawn)
        .map((course) => (
          <Item key={course.id} course={course} {...rest} />
        ))}
    </Grid>
  )
}

const AllCourses = () => {
  const actor = useActor()
  const [search] = usePageSearch('courses.index')
  const curator = curates(actor, 'courses')
  const staff = actor !== null && canCreateCourse(actor)
  const deleted = curator && wantsDeleted(search)
  const progress = curator && wantsProgress(search)
  return (
    <Wrap>
      <PageHeader
        title="Курсы"
        actions={
          staff && (
            <>
              <ImportButton />
              <CreateButton />
            </>
          )
        }
      />
      {curator && (
        <TabLinks
          label="Какие курсы"
          tabs={[
            { label: 'Все', href: pathTo('courses.index'), current: !deleted && !progress },
            {
              label: 'Удалённые',
              href: pathTo('courses.index', {}, { deleted: 'true' }),
              current: deleted && !progress,
            },
            {
              label: 'Ход учёбы',
              href: pathTo('courses.index', {}, { view: 'progress' }),
              current: progress,
            },
          ]}
        />
      )}
      {progress ? <Progress /> : <List actor={actor} staff={staff} deleted={deleted} />}
    </Wrap>
  )
}

const List = ({ actor, staff, deleted }: { actor: Actor | null; staff: boolean; deleted: boolean }) => {
  const query = useQuery(coursesQuery(deleted))
  return (
    <>
      {showsOwnCohorts(actor) && <OwnCohorts />}
      <ListState
        query={query}
        skeleton={<SkeletonList cards count={6} height={340} />}
        isEmpty={({ courses }) => courses.length === 0}
        empty={<Empty mayCreate={staff} deleted={deleted} />}
      >
        {({ courses }) => <Cards courses={courses} staff={staff} deleted={deleted} />}
      </ListState>
    </>
  )
}

const CoursesPage = () => {
  const [search] = usePageSearch('courses.index')
  const userId = statementUserId(search)
  return userId === null ? <AllCourses /> : <UserStatement userId={userId} />
}

export default CoursesPage
