import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { minuteMs } from '#contract/durations.ts'
import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import type { Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { openDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { verdictSource } from '#web/reviews/verdict/verdict-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { afterPaint } from '#web/ui/after-paint.ts'

/** How many tasks after the open one are loaded. */
const ahead = 2
/** How long a task that was loaded ahead is used, unless the queue shows that it has moved; in milliseconds. */
const freshMs = 5 * minuteMs
/** How long a task is open before the next one is drawn ahead, in milliseconds: leafing through takes less. */
const lookMs = 150

const hasMoved = (task: Task, row: TaskRow) =>
  task.review_revision !== row.review_revision || (latestAttempt(task)?.number ?? null) !== row.attempt

/** The pictures that are visible when the task is opened. */
const loadThumbnails = (task: Task) => {
  for (const { image } of latestAttempt(task)?.files ?? []) {
    if (image) new Image().src = image.thumbnail_url
  }
}

const load = async (client: QueryClient, row: TaskRow, userId: number) => {
  const query = taskQuery(row.id)
  const known = client.getQueryData(query.queryKey)
  const draft = client.prefetchQuery(draftQuery(verdictKey(row.id)))
  const { task } = await client.fetchQuery({ ...query, staleTime: known && hasMoved(known.task, row) ? 0 : freshMs })
  await draft
  if (!openedDraft(userId, verdictKey(row.id))) await openDraft(verdictSource(task, userId))
  loadThumbnails(task)
}

/**
 * Loads the tasks that come next, with the drafts of their verdicts and their pictures, so that the next one opens
 * without a wait. Returns the id of the first of them once it can be drawn ahead; null until then.
 */
export const useLoadAhead = (rows: TaskRow[], userId: number) => {
  const client = useQueryClient()
  const [ready, setReady] = useState<number | null>(null)
  const next = rows.slice(0, ahead)
  const first = next[0]?.id ?? null
  const key = next.map(({ id, review_revision, attempt }) => `${id}.${review_revision}.${attempt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says it all
  useEffect(() => {
    let isPassed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const drawLater = (id: number) => {
      if (!isPassed) timer = setTimeout(setReady, lookMs, id)
    }
    // one after another: what comes first is needed first; what fails is loaded when it is opened
    const loadAll = async () => {
      for (const row of next) {
        await load(client, row, userId).then(
          () => row.id === first && drawLater(row.id),
          () => {},
        )
      }
    }
    // the open task is painted first: to begin a request takes a moment, too
    void afterPaint().then(() => (isPassed ? undefined : loadAll()))
    return () => {
      isPassed = true
      clearTimeout(timer)
    }
  }, [client, key, userId])
  return ready === first ? ready : null
}
