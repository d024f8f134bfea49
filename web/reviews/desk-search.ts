import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { TaskAsk } from '#contract/tasks/tasks.schema.ts'
import { changedSearch, readSearch } from '#web/app/page-params.ts'
import type { TaskFilter } from '#web/tasks/tasks.queries.ts'

/** States that staff see, in the order of their chips; drafts are their students' own. */
export const deskStatuses = ['submitted', 'returned', 'accepted', 'excused'] as const satisfies TaskStatus[]

/** The word in the address for every state at once. */
export const everyStatus = 'all'

/** What students ask for besides a review, each a tab of the queue; it counts tasks of every state. */
export const deskAsks = {
  question: { name: 'Вопросы', count: 'questions', none: 'Вопросов без ответа нет' },
  extension: { name: 'Просят продлить', count: 'extensions', none: 'Никто не просит продлить срок' },
} as const satisfies Record<TaskAsk, { name: string; count: string; none: string }>

const reviewers = ['me', 'nobody'] as const

/** The tab of questions or of requests, when one of them is open. */
export const askOf = (search: PageSearch<'tasks.index'>) =>
  (Object.keys(deskAsks) as TaskAsk[]).find((word) => word === search.asks)

const whole = (value: string | undefined) => (value && /^[1-9]\d{0,8}$/.test(value) ? value : undefined)

/** What the address asks for; what it cannot ask for is left out. */
export const filterOf = (search: PageSearch<'tasks.index'>): TaskFilter => {
  const asks = askOf(search)
  const named = deskStatuses.find((slug) => slug === search.status)
  const status = asks || search.status === everyStatus ? undefined : (named ?? 'submitted')
  const filter: TaskFilter = {
    status,
    asks,
    course_id: whole(search.course_id),
    lesson_id: whole(search.lesson_id),
    student_id: whole(search.student_id),
    reviewer: reviewers.find((word) => word === search.reviewer),
    search: search.search?.trim().slice(0, 200) || undefined,
    page: whole(search.page),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Whether the address asks for something else than everything that waits for review. */
export const isNarrowed = (search: PageSearch<'tasks.index'>) => {
  const { status, page: _, ...others } = filterOf(search)
  return status !== 'submitted' || Object.keys(others).length > 0
}

/** The open task. */
export const openTaskOf = (search: PageSearch<'tasks.index'>) => Number(whole(search.task) ?? 0) || null

/** What the queue is narrowed to, as `useDeskSearch` has it: the same while one task after another is opened. */
export const useQueueSearch = (): PageSearch<'tasks.index'> =>
  useLocation({
    select: ({ search }) => {
      const { task: _, ...others } = readSearch('tasks.index', search)
      return others
    },
    structuralSharing: true,
  })

/**
 * What the address of the desk says and how to change it. It follows the address that is being gone to, not the one
 * that was reached: what is clicked answers at once, while the user is still being loaded.
 */
export const useDeskSearch = () => {
  const { search: current } = useLocation()
  const search = useMemo(() => readSearch('tasks.index', current), [current])
  const navigate = useNavigate()
  /** The address with some of its parameters changed; an empty one is removed. */
  const hrefWith = (changes: PageSearch<'tasks.index'>) => pathTo('tasks.index', {}, changedSearch(search, changes))
  const go = (changes: PageSearch<'tasks.index'>, { replace = false } = {}) =>
    navigate({ to: '.', search: changedSearch(search, changes), replace })
  return { search, hrefWith, go }
}
