import {
  IconClockPlus,
  IconFileTime,
  IconFlag,
  IconMailbox,
  IconMessageQuestion,
  IconUserCheck,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dayText } from '#contract/dates.ts'
import { hourMs } from '#contract/durations.ts'
import { type PageAddress, pathTo } from '#contract/pages.ts'
import { plural } from '#contract/plural.ts'
import { placeOfQuestion } from '#contract/questions/question-places.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { waitingApplications } from '#web/applications/applications.queries.ts'
import { useLiveInterval } from '#web/live/live-news.ts'
import { documentsToRenewQuery } from '#web/organisation/editing/editing.queries.ts'
import { reportsQuery } from '#web/projects/projects.queries.ts'
import { waitingQuestions } from '#web/questions/questions.queries.ts'
import { registrationsQuery } from '#web/registrations/registrations.queries.ts'
import { tasksQuery } from '#web/tasks/tasks.queries.ts'
import { hasFailed, type QueryState } from '#web/ui/first-load.ts'
import { studentsQuery } from '#web/users/users.queries.ts'

/** Something that waits for the signed-in user, as a row of their main page. */
interface Duty {
  icon: TablerIcon
  title: string
  /** What it is about, in short. */
  note: string
  count: number
  /** Where it is dealt with. */
  href: PageAddress
}

/** Null when none of its kind waits; undefined until that is known, 'failed' when it could not be loaded. */
type Waiting = Duty | null | 'failed' | undefined

/** What waits by an answer of the server, which may be missing. */
const waitingIn = <Data>(query: QueryState<Data>, dutyOf: (data: Data) => Duty | null): Waiting => {
  if (query.data !== undefined) return dutyOf(query.data)
  return hasFailed(query) ? 'failed' : undefined
}

/** No live events come for these: they are loaded again at this interval, in milliseconds. */
const newsInterval = 60_000

/** Tasks that a teacher is assigned to review. */
const assignedTasks = tasksQuery({ status: 'submitted', reviewer: 'me' })
/** Works with a question that nobody has answered. */
const questionTasks = tasksQuery({ asks: 'question' })
/** Works whose students ask for more time. */
const extensionTasks = tasksQuery({ asks: 'extension' })
const openReports = reportsQuery({ state: 'open', page: 1 })
const newcomers = studentsQuery({ without_course: true })

const andMore = (text: string, count: number) => (count > 1 ? `${text} и ещё ${count - 1}` : text)

const firstTask = ({ students, lesson }: TaskRow) =>
  [students[0] && fullName(students[0]), lesson.name].filter(Boolean).join(', ')

const useTaskDuty = (
  query: typeof questionTasks,
  about: (count: number, first: TaskRow) => Omit<Duty, 'count'>,
): Waiting => {
  const asked = useQuery({ ...query, refetchInterval: useLiveInterval() })
  return waitingIn(asked, ({ total, tasks: [first] }) => (first ? { ...about(total, first), count: total } : null))
}

const useAssigned = (): Waiting =>
  useTaskDuty(assignedTasks, (count, first) => ({
    icon: IconUserCheck,
    title: 'Даны вам на проверку',
    note: andMore(firstTask(first), count),
    href: pathTo('tasks.index', {}, { reviewer: 'me' }),
  }))

const useQuestions = (): Waiting =>
  useTaskDuty(questionTasks, (count, first) => ({
    icon: IconMessageQuestion,
    title: `Вопросы ${called('студентов')}`,
    note: andMore(firstTask(first), count),
    href: pathTo('tasks.index', {}, { asks: 'question', task: first.id }),
  }))

const useLessonQuestions = (): Waiting => {
  const query = useQuery({ ...waitingQuestions, refetchInterval: useLiveInterval() })
  return waitingIn(query, ({ total, questions: [first] }) =>
    first
      ? {
          icon: IconMessageQuestion,
          title: 'Вопросы к урокам',
          note: andMore(`${fullName(first.user)}, ${first.lesson.name}`, total),
          count: total,
          href: pathTo('lessons.show', { id: first.lesson.id }, {}, placeOfQuestion(first.id)),
        }
      : null,
  )
}

const useExtensions = (): Waiting =>
  useTaskDuty(extensionTasks, (count, first) => ({
    icon: IconClockPlus,
    title: 'Просят продлить срок',
    note: andMore(firstTask(first), count),
    href: pathTo('tasks.index', {}, { asks: 'extension', task: first.id }),
  }))

const useApplications = (): Waiting => {
  const query = useQuery({ ...waitingApplications, refetchInterval: newsInterval })
  return waitingIn(query, ({ total, applications: [first] }) =>
    first
      ? {
          icon: IconMailbox,
          title: 'Заявки на курсы',
          note: andMore(`${fullName(first.user)}, «${first.program.name}»`, total),
          count: total,
          href: pathTo('applications.index'),
        }
      : null,
  )
}

const useReports = (enabled: boolean): Waiting => {
  const query = useQuery({ ...openReports, enabled, refetchInterval: newsInterval })
  if (!enabled) return null
  return waitingIn(query, ({ total, reports: [first] }) =>
    first
      ? {
          icon: IconFlag,
          title: 'Жалобы на проекты',
          note: andMore(`«${first.project.name}»`, total),
          count: total,
          href: pathTo('settings', {}, { tab: 'reports' }),
        }
      : null,
  )
}

const useNewcomers = (enabled: boolean): Waiting => {
  const query = useInfiniteQuery({ ...newcomers, enabled, refetchInterval: newsInterval })
  if (!enabled) return null
  return waitingIn(query, ({ total, users: [first] }) =>
    first
      ? {
          icon: IconUserPlus,
          title: plural(total, 'Новичок без курса', 'Новички без курса', 'Новички без курса'),
          note: `${andMore(fullName(first), total)}: запишите на курс`,
          count: total,
          href: pathTo('users.index', {}, { tab: 'students', without_course: 'true' }),
        }
      : null,
  )
}

const useRegistrations = (enabled: boolean): Waiting => {
  const query = useQuery({ ...registrationsQuery(), enabled, refetchInterval: newsInterval })
  if (!enabled) return null
  return waitingIn(query, ({ total, registrations: [first] }) =>
    first
      ? {
          icon: IconUserCheck,
          title: 'Хотят учиться у нас',
          note: `${andMore(fullName(first.user), total)}: примите или откажите`,
          count: total,
          href: pathTo('users.index', {}, { tab: 'registrations' }),
        }
      : null,
  )
}

const useDocumentTerms = (enabled: boolean): Waiting => {
  // by itself it changes once a day
  const query = useQuery({ ...documentsToRenewQuery, enabled, refetchInterval: hourMs })
  if (!enabled) return null
  return waitingIn(query, ({ documents }) => {
    const [first] = documents
    if (!first) return null
    return {
      icon: IconFileTime,
      title: 'Сроки документов организации',
      note: andMore(`«${first.title}» до ${dayText(first.valid_until ?? '')}`, documents.length),
      count: documents.length,
      href: pathTo('organisation', {}, { view: 'documents' }),
    }
  })
}

/** What is loaded for the duties of staff who are known. */
export const dutyQueries = (actor: Actor) => [
  assignedTasks,
  questionTasks,
  waitingQuestions,
  extensionTasks,
  waitingApplications,
  ...(curates(actor, 'projects') ? [openReports] : []),
  ...(curates(actor, 'people') ? [registrationsQuery(), newcomers] : []),
  ...(curates(actor, 'organisation') ? [documentsToRenewQuery] : []),
]

/** What waits, and whether some of it could not be loaded. */
export interface Duties {
  duties: Duty[]
  isFailed: boolean
}

/**
 * What waits for a teacher or a curator besides tasks to review, in the order of urgency. A new kind is a line here and
 * its query in `dutyQueries`. Undefined until all of it is known: what comes later would push the page down.
 */
export const useDuties = (actor: Actor): Duties | undefined => {
  const all = [
    useQuestions(),
    useLessonQuestions(),
    useExtensions(),
    useAssigned(),
    useApplications(),
    useReports(curates(actor, 'projects')),
    useRegistrations(curates(actor, 'people')),
    useNewcomers(curates(actor, 'people')),
    useDocumentTerms(curates(actor, 'organisation')),
  ]
  if (all.includes(undefined)) return undefined
  return { duties: all.filter((duty) => typeof duty === 'object' && duty !== null), isFailed: all.includes('failed') }
}
