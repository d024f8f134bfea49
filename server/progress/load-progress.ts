import { schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import type { Progress } from '#contract/progress/progress.schema.ts'
import type { ProgressWeeks } from '#contract/progress/progress-parts.ts'
import type { Db } from '#server/db/database.ts'
import { listQueues, listWeeks, sumStanding } from '#server/progress/progress.repo.ts'

/** The Monday on which the last `weeks` weeks began, this one included; a day. */
export const firstMonday = (today: string, weeks: number) => {
  const day = new Date(`${today}T00:00:00Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - (sinceMonday + (weeks - 1) * 7) * dayMs).toISOString().slice(0, 10)
}

const quiet = { waiting: 0, waiting_since: null, verdicts: 0, usual_wait: null }

/** How the studies of the whole school go: three queries, whatever its size. */
export const loadProgress = async (db: Db, weeks: ProgressWeeks): Promise<Progress> => {
  const now = new Date()
  const today = schoolDay(now)
  const monday = firstMonday(today, Number(weeks))
  // in Moscow
  const start = `${monday}T00:00:00+03:00`
  const [{ courses, cohorts }, queues, past] = await Promise.all([
    sumStanding(db, now.toISOString(), today),
    listQueues(db, start),
    listWeeks(db, { monday, start, today }),
  ])
  const queueOf = new Map(queues.map(({ course_id, ...queue }) => [course_id, queue]))
  return {
    courses: courses.map((course) => ({ ...course, ...(queueOf.get(course.id) ?? quiet) })),
    cohorts,
    weeks: past,
  }
}
