import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { DeskWork } from '#web/reviews/DeskWork.tsx'
import { filterOf, isNarrowed, openTaskOf, useDeskSearch } from '#web/reviews/desk-search.ts'
import { NothingOpen } from '#web/reviews/NothingOpen.tsx'
import { Queue } from '#web/reviews/Queue.tsx'
import classes from '#web/reviews/ReviewDesk.module.css'
import { verdictKey } from '#web/reviews/verdict-draft.ts'
import { taskQuery, tasksQuery } from '#web/tasks/tasks.queries.ts'
import { ToastArea } from '#web/ui/ToastArea.tsx'

/** The work to open after this one: the next that waits for review and that nobody else has taken. */
const nextAfter = (rows: TaskRow[], taskId: number | null, userId: number) => {
  const index = rows.findIndex(({ id }) => id === taskId)
  const order = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))]
  return order.find(({ status, lease }) => status.slug === 'submitted' && (!lease || lease.user.id === userId)) ?? null
}

/** The desk of those who review: the queue, the open work and the verdict on one screen. */
export const ReviewDesk = ({ userId }: { userId: number }) => {
  const client = useQueryClient()
  const { search, hrefWith, go } = useDeskSearch()
  const taskId = openTaskOf(search)
  const list = useQuery({
    ...tasksQuery(filterOf(search)),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const rows = list.data?.tasks ?? []
  const next = nextAfter(rows, taskId, userId)
  const nextId = next?.id

  useEffect(() => {
    if (!taskId || !nextId) return
    void client.prefetchQuery(taskQuery(nextId))
    void client.prefetchQuery(draftQuery(verdictKey(nextId)))
  }, [client, taskId, nextId])

  const goOn = async () => {
    await go({ task: nextId ? String(nextId) : undefined, page: nextId ? search.page : undefined })
    // the button that was pressed is gone: go on reading from the title of the next work
    setTimeout(() => document.getElementById('desk-work-title')?.focus({ preventScroll: true }))
  }

  return (
    <div className={classes.desk} data-open={taskId !== null || undefined}>
      <Queue list={list} taskId={taskId} userId={userId} />
      {taskId ? (
        <DeskWork key={taskId} taskId={taskId} userId={userId} onReviewed={goOn} />
      ) : (
        <NothingOpen list={list} next={next} isNarrowed={isNarrowed(search)} hrefWith={hrefWith} />
      )}
      {/* beside the verdict, not over it */}
      <ToastArea group="desk" position="bottom-left" label="Сообщения о проверке" />
    </div>
  )
}
