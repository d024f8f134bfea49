import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { currentUser } from '#web/auth/session.ts'
import { call } from '#web/data/call.ts'
import { useTaskEvents } from '#web/live/live-news.ts'
import { takeMovedTask } from '#web/reviews/verdict/use-verdict.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { putTask, taskQuery } from '#web/tasks/tasks.queries.ts'

const hasSameCriteria = (shown: Task, fresh: Task) =>
  JSON.stringify(shown.assignment.criteria) === JSON.stringify(fresh.assignment.criteria)

const isSameTask = (shown: Task, fresh: Task) =>
  shown.status.slug === fresh.status.slug &&
  shown.review_revision === fresh.review_revision &&
  latestAttempt(shown)?.number === latestAttempt(fresh)?.number &&
  hasSameCriteria(shown, fresh)

/** What has happened to a task since it was shown, in a sentence. */
const newsText = (shown: Task, fresh: Task) => {
  const [before, latest] = [latestAttempt(shown), latestAttempt(fresh)]
  if (latest && latest.number > (before?.number ?? 0)) return `${called('Студент')} прислал попытку ${latest.number}.`
  if (before && (latest?.number ?? 0) < before.number) return `${called('Студент')} забрал работу обратно.`
  if (fresh.status.slug === 'excused') return `${called('Студента')} освободили от задания.`
  const review = latest?.review
  if (review && (fresh.status.slug === 'accepted' || fresh.status.slug === 'returned')) {
    const isAccepted = review.verdict === 'accepted'
    if (review.user.id === currentUser()?.id)
      return `В другом окне вы уже ${isAccepted ? 'приняли эту работу' : 'вернули эту работу на доработку'}.`
    return `${fullName(review.user)}: работа ${isAccepted ? 'принята' : 'возвращена на доработку'}.`
  }
  return hasSameCriteria(shown, fresh) ? 'Работа снова на проверке.' : 'Критерии задания изменились.'
}

/**
 * Follows what others do to the open task. Messages of the thread and the like appear by themselves; what the verdict
 * depends on does not change while somebody reads it: a notice is shown, and the change on request.
 */
export const useTaskNews = (task: Task | undefined, taskId: number) => {
  const client = useQueryClient()
  const [fresh, setFresh] = useState<Task | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = async () => {
    try {
      const response = await call(tasksApi.get, { params: { id: taskId }, background: true })
      const shown = client.getQueryData(taskQuery(taskId).queryKey)?.task
      if (!shown) return
      if (isSameTask(shown, response.task)) {
        putTask(client, response.task)
        setFresh(null)
      } else setFresh(response.task)
    } catch {
      // the next news asks again; the server refuses a verdict on another state
    }
  }
  useTaskEvents(taskId, (news) => {
    if (news.type === 'task' && news.happening === 'lease') return
    clearTimeout(timer.current)
    // one act is announced several times, and an act of the user has its own response
    timer.current = setTimeout(() => void look(), 400)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const isNews = task && fresh && fresh.id === task.id && !isSameTask(task, fresh)
  if (!isNews) return null
  const version = { attempt: latestAttempt(fresh)?.number, review_revision: fresh.review_revision }
  return { text: newsText(task, fresh), version, show: () => takeMovedTask(client, fresh) }
}
