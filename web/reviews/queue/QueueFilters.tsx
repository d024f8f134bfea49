import { type PageAddress, type PageSearch, pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { changedSearch } from '#web/app/page-params.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, memo, useRef } from 'react'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { fullName } from '#contract/users/names.ts'
import { courseQuery, coursesQuery } from '#web/courses/courses.queries.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import {
  askOf,
  deskAsks,
  deskStatuses,
  everyStatus,
  filterOf,
  useDeskSearch,
  useQueueSearch,
} from '#web/reviews/desk-search.ts'
import { useDeskKey, useKeyLabel } from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/queue/Queue.module.css'
import type { TaskList } from '#web/tasks/tasks.queries.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SideLine } from '#web/ui/SideLine.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

/** What narrows the queue; all of it is kept in the address. */
export const QueueFilters = memo(({ list }: { list: TaskList | undefined }) => {
  const search = useQueueSearch()
  const navigate = useNavigate()
  const courses = useQuery(coursesQuery()).data?.courses ?? []
  const { status = everyStatus, reviewer, course_id } = filterOf(search)
  const asks = askOf(search)
  const total = list && deskStatuses.reduce((sum, slug) => sum + list.counts[slug], 0)
  const narrowed = (changes: PageSearch<'tasks.index'>) => changedSearch(search, { ...changes, page: undefined })
  const narrow = (changes: PageSearch<'tasks.index'>) => void navigate({ to: '.', search: narrowed(changes) })
  const hrefTo = (changes: PageSearch<'tasks.index'>) => pathTo('tasks.index', {}, narrowed(changes))
  return (
    <Box gap={2} pad={3} padX={4.5} className={classes.filters}>
      <QueueSearch />
      <NativeSelect
        aria-label="Курс"
        data-tip={courses.find(({ id }) => String(id) === course_id)?.name}
        size="sm"
        value={search.course_id ?? ''}
        onChange={(event) =>
          narrow({ course_id: event.currentTarget.value, lesson_id: undefined, student_id: undefined })
        }
        data={[
          { value: '', label: 'Все курсы' },
          ...courses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {course_id && <CourseFilters courseId={Number(course_id)} search={search} narrow={narrow} />}
      <SideLine className={classes.states} shown={`${asks ?? status}`}>
        <Row as="nav" aria-label="Что показать" gap={1.5} align="stretch" fixed>
          <Tab
            name="Ждут проверки"
            count={list?.counts.submitted}
            href={hrefTo({ status: undefined, asks: undefined })}
            current={!asks && status === 'submitted'}
          />
          {(['question', 'extension'] as const).map((word) => (
            <Tab
              key={word}
              name={deskAsks[word].name}
              count={list?.counts[deskAsks[word].count]}
              href={hrefTo({ status: undefined, asks: word })}
              current={asks === word}
            />
          ))}
          {deskStatuses
            .filter((slug) => slug !== 'submitted')
            .map((slug) => (
              <Tab
                key={slug}
                name={taskStatuses[slug].name}
                count={list?.counts[slug]}
                href={hrefTo({ status: slug, asks: undefined })}
                current={!asks && slug === status}
              />
            ))}
          <Tab
            name="Все"
            count={total}
            href={hrefTo({ status: everyStatus, asks: undefined })}
            current={!asks && status === everyStatus}
          />
        </Row>
        <Row as="nav" aria-label="Кому даны работы" gap={1.5} align="stretch" fixed>
          {(['me', 'nobody'] as const).map((word) => (
            <Chip
              key={word}
              to={hrefTo({ reviewer: reviewer === word ? undefined : word })}
              aria-current={reviewer === word ? 'true' : undefined}
            >
              {word === 'me' ? 'Даны мне' : 'Никому не даны'}
            </Chip>
          ))}
        </Row>
      </SideLine>
      {search.lesson_id && !course_id && (
        <LessonChip
          lessonId={Number(search.lesson_id)}
          name={list?.tasks.find(({ lesson }) => String(lesson.id) === search.lesson_id)?.lesson.name}
        />
      )}
      {search.student_id && !course_id && <StudentChip studentId={Number(search.student_id)} />}
    </Box>
  )
})

const Tab = ({
  name,
  count,
  href,
  current,
}: {
  name: string
  count: number | undefined
  href: PageAddress
  current: boolean
}) => (
  <Chip to={href} aria-current={current ? 'true' : undefined}>
    {name}
    {count !== undefined && (
      <Text as="span" tone="quiet">
        {count}
      </Text>
    )}
  </Chip>
)

const Chip = (props: ComponentProps<typeof Link>) => (
  <Row
    as={Link}
    inline
    gap={1.5}
    pad={0}
    padX={3}
    size={1}
    tone="soft"
    edge="firm"
    nowrap
    chosen={props['aria-current'] === 'true'}
    className={classes.chip}
    {...props}
  />
)

/** Lessons and students of the chosen course. */
const CourseFilters = ({
  courseId,
  search,
  narrow,
}: {
  courseId: number
  search: PageSearch<'tasks.index'>
  narrow: (changes: PageSearch<'tasks.index'>) => void
}) => {
  const course = useQuery(courseQuery(courseId)).data?.course
  const lessons = course?.lessons.filter(({ has_assignment }) => has_assignment) ?? []
  const students = course?.students ?? []
  const chosenStudent = students.find(({ id }) => String(id) === search.student_id)
  return (
    <>
      <NativeSelect
        aria-label="Урок"
        data-tip={lessons.find(({ id }) => String(id) === search.lesson_id)?.name}
        size="sm"
        value={search.lesson_id ?? ''}
        onChange={(event) => narrow({ lesson_id: event.currentTarget.value })}
        data={[
          { value: '', label: 'Все уроки' },
          ...lessons.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        aria-label={called('Студент')}
        data-tip={chosenStudent && fullName(chosenStudent)}
        size="sm"
        value={search.student_id ?? ''}
        onChange={(event) => narrow({ student_id: event.currentTarget.value })}
        data={[
          { value: '', label: `Все ${called('студенты')}` },
          ...students.map((student) => ({ value: String(student.id), label: fullName(student) })),
        ]}
      />
    </>
  )
}

const QueueSearch = () => {
  const { search } = useQueueSearch()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const key = useKeyLabel('search')
  useDeskKey('search', () => field.current?.select())
  return (
    <SearchField
      ref={field}
      label="Поиск по имени или уроку"
      placeholder={key ? `Имя, урок (${key})` : 'Имя, урок'}
      size="sm"
      value={search ?? ''}
      onSearch={(text) => {
        // the open task stays; to follow the whole address would draw the field again with each task
        const now: PageSearch<'tasks.index'> = router.latestLocation.search
        void router.navigate({ to: '.', search: changedSearch(now, { search: text, page: undefined }), replace: true })
      }}
    />
  )
}

/** The way out of a narrowing; the open task stays. */
const Narrowing = ({ label, word }: { label: string; word: 'lesson_id' | 'student_id' }) => {
  const { hrefWith } = useDeskSearch()
  return (
    <Row
      as={Link}
      inline
      gap={1.5}
      size={2}
      tone="brand"
      weight="medium"
      ground="brand"
      to={hrefWith({ [word]: undefined, page: undefined })}
      className={classes.narrowing}
      aria-label={`${label}. Убрать отбор`}
    >
      <Text as="span" clip>
        {label}
      </Text>
      <IconX size={16} stroke={2} aria-hidden="true" />
    </Row>
  )
}

const LessonChip = ({ lessonId, name }: { lessonId: number; name: string | undefined }) => {
  const lesson = useQuery({ ...lessonQuery(lessonId), enabled: !name }).data?.lesson.name
  return <Narrowing label={`Урок: ${name ?? lesson ?? '…'}`} word="lesson_id" />
}

const StudentChip = ({ studentId }: { studentId: number }) => {
  const user = useQuery(profileQuery(studentId)).data?.user
  return <Narrowing label={`${called('Студент')}: ${user ? fullName(user) : '…'}`} word="student_id" />
}
