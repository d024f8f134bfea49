import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { reportError } from '#web/data/report-error.ts'
import { useLiveInterval } from '#web/live/live-news.ts'
import { DrawnTask } from '#web/reviews/DrawnTask.tsx'
import { askOf, filterOf, isNarrowed, openTaskOf, useDeskSearch } from '#web/reviews/desk-search.ts'
import { focusTask } from '#web/reviews/focus-title.ts'
import { useDeskKey, useDeskKeys } from '#web/reviews/keys/desk-keys.ts'
import { awaitForm } from '#web/reviews/keys/kept-keys.ts'
import { useLoadAhead } from '#web/reviews/load-ahead.ts'
import { mayLoad } from '#web/reviews/may-load.ts'
import { NothingOpen } from '#web/reviews/NothingOpen.tsx'
import { Queue } from '#web/reviews/queue/Queue.tsx'
import {
  endTowards,
  findBeside,
  hasBeside,
  momentOfTask,
  rowBeside,
  tasksAfter,
} from '#web/reviews/queue/queue-order.ts'
import classes from '#web/reviews/ReviewDesk.module.css'
import { usePanes } from '#web/reviews/use-panes.ts'
import { isBehind, startVerdicts, useUnanswered, whenBroughtBack } from '#web/reviews/verdict/sent-verdicts.ts'
import { UndoBar } from '#web/reviews/verdict/UndoBar.tsx'
import { type TaskList, taskQuery, tasksQuery } from '#web/tasks/tasks.queries.ts'
import { ToastArea } from '#web/ui/ToastArea.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** The desk of those who review: the queue, the open task and the verdict on one screen. */
export const ReviewDesk = ({ userId }: { userId: number }) => {
  const { search, hrefWith, go } = useDeskSearch()
  const taskId = openTaskOf(search)
  const panes = usePanes()
  const list = useQuery({
    ...tasksQuery(filterOf(search)),
    placeholderData: keepPreviousData,
    refetchInterval: useLiveInterval(),
  })
  const rows = list.data?.tasks ?? []
  const unanswered = useUnanswered()
  const judged = new Set([...unanswered, ...rows.filter(isBehind).map(({ id }) => id)])
  const asks = askOf(search)
  // loads nothing: opening the task does
  const { data: at, isError: hasNoPlace } = useQuery({
    ...taskQuery(taskId ?? 0),
    enabled: false,
    select: ({ task }) => momentOfTask(task, asks),
  })
  const opened = taskId === null ? null : { id: taskId, at: at ?? null }
  /** The last page on the way to the open task, which is on another one than the one that is listed. */
  const end = list.data && opened ? endTowards(list.data, opened, asks) : null
  const { data: endPage, isError: hasNoEnd } = useQuery({
    ...tasksQuery({ ...filterOf(search), page: String(end?.page) }),
    enabled: end !== null,
  })
  const following = tasksAfter(rows, opened, userId, judged, asks)
  const next = following[0] ?? null
  const ready = useLoadAhead(following, userId)
  const drawn = [taskId, ready].filter((id, index, ids) => id !== null && ids.indexOf(id) === index) as number[]

  const open = (id: number | undefined, page = search.page) => {
    // a focus that is removed with its field makes the browser lay out the page again in between
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    awaitForm(id ?? null)
    void go({ task: id ? String(id) : undefined, page: id ? page : undefined })
    focusTask()
  }
  const bringBack = useEffectEvent((id: number) => open(id))
  useEffect(() => whenBroughtBack((id) => bringBack(id)), [])
  const router = useRouter()
  useEffect(() => startVerdicts((href) => router.navigate({ href })), [router])

  useDeskKeys(userId)
  // opened by a link, too
  useLayoutEffect(() => awaitForm(taskId), [taskId])
  useLayoutEffect(() => () => awaitForm(null), [])
  const client = useQueryClient()
  const once = useSingle()
  const shown = useRef('')
  /** Whether nothing else was opened meanwhile. */
  const isStillHere = () => shown.current === hrefWith({})
  const load = (page?: number) =>
    client.fetchQuery(tasksQuery({ ...filterOf(search), ...(page && { page: String(page) }) }))
  /** Opens the task after the open one, which is on another page than the one that is listed. */
  const openNextElsewhere = async (list: TaskList) => {
    const found = await findBeside(list, opened, 1, asks, load)
    const row = found && tasksAfter((await load(found.page)).tasks, opened, userId, judged, asks)[0]
    if (!isStillHere()) return
    if (row) open(row.id, String(found.page))
    else open(next?.id)
  }
  const openNext = useRef(() => {})
  /** Whether a verdict was given before the queue had loaded for the first time. */
  const awaitsQueue = useRef(false)
  useEffect(() => {
    shown.current = hrefWith({})
    openNext.current = () => {
      awaitsQueue.current = !list.data
      if (list.data && end) openNextElsewhere(list.data).catch(() => isStillHere() && open(next?.id))
      else open(next?.id)
    }
    if (!awaitsQueue.current || !list.data) return
    awaitsQueue.current = false
    if (!taskId && next) open(next.id)
  })
  const onReviewed = useCallback(() => openNext.current(), [])
  const isPlaced = (tasks: TaskRow[]) => taskId === null || at !== undefined || tasks.some(({ id }) => id === taskId)
  const canStep = (by: 1 | -1) => {
    if (!list.data) return list.isError ? false : null
    if (!isPlaced(rows) && !hasNoPlace) return null
    // where the end fails to load, the step says why
    if (end && by === end.by) return endPage ? hasBeside(endPage.tasks, opened, by, asks) : hasNoEnd || null
    if (end) return true
    const to = list.data.page + by
    return rowBeside(list.data, opened, by, asks) !== undefined || (to >= 1 && to <= list.data.pages)
  }
  /** The open task in the order of the queue, once it has loaded; one that fails to load has no place there. */
  const loadOpened = async () => {
    if (taskId === null) return null
    const loaded = await client.ensureQueryData(taskQuery(taskId)).catch(() => null)
    return { id: taskId, at: loaded && momentOfTask(loaded.task, asks) }
  }
  const step = (by: 1 | -1) => {
    const row = isPlaced(rows) && rowBeside(list.data, opened, by, asks)
    if (row) return open(row.id)
    once(async () => {
      try {
        // a key may be pressed before the queue has loaded, or the task of a link that is not on its first page
        const page = list.data ?? (await load())
        const from = isPlaced(page.tasks) ? opened : await loadOpened()
        const found = await findBeside(page, from, by, asks, load)
        if (!found) return
        const { id } = found.row
        if (mayLoad(id)) await client.prefetchQuery(taskQuery(id))
        if (isStillHere()) open(id, String(found.page))
      } catch (error) {
        reportError(error)
      }
    })
  }
  useDeskKey('next', () => step(1))
  useDeskKey('previous', () => step(-1))

  return (
    <div
      className={classes.desk}
      data-open={taskId !== null || undefined}
      data-panes={panes > 1 || undefined}
      data-narrow={panes < 3 || undefined}
      data-single={panes < 2 || undefined}
    >
      <Queue list={list} taskId={taskId} userId={userId} canStep={canStep} onStep={step} />
      {drawn.map((id) => (
        <DrawnTask key={id} isOpen={id === taskId} taskId={id} userId={userId} onReviewed={onReviewed} />
      ))}
      {!taskId && (
        <NothingOpen
          list={list}
          next={next}
          isNarrowed={isNarrowed(search)}
          isAsking={asks !== undefined}
          hrefWith={hrefWith}
        />
      )}
      <UndoBar />
      {/* beside the verdict, not over it */}
      <ToastArea group="desk" position="bottom-left" label="Сообщения о проверке" />
    </div>
  )
}
