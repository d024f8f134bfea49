import { type Grading, markText } from '#contract/journal/scales.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { levelNames } from '#contract/reviews/level-names.ts'
import { levelShare } from '#contract/reviews/reviews.schema.ts'
import { placeOfVerdict, taskAddress } from '#contract/tasks/task-places.ts'
import { fullName } from '#contract/users/names.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import type { EventLetter } from '#server/notifications/write-letter.ts'
import { findAttemptOfReview, findReview, listOpenRemarksOf } from '#server/reviews/reviews.repo.ts'
import type { RemarkRecord, ReviewRecord } from '#server/reviews/reviews.table.ts'
import { loadGrading } from '#server/site/load-settings.ts'
import { findTask, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { findUser } from '#server/users/users.repo.ts'

const number = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 })

const outcomes = {
  accepted: { subject: 'принята', text: 'принята. Поздравляем!' },
  returned: { subject: 'вернулась на доработку', text: 'вернулась на доработку.' },
}

/** The criteria that were not met in full, with their notes. */
const missed = ({ criteria }: ReviewRecord) =>
  criteria
    .filter(({ level }) => levelShare[level] < 1)
    .map(({ name, level, note }) => `${name}: ${levelNames[level]}${note ? `. ${note}` : ''}`)

const list = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `— ${line}`)].join('\n')]

interface Story {
  task: TaskWithFacts
  /** The number of the judged attempt. */
  attempt: number
  review: ReviewRecord
  reviewer: { name: string; surname: string }
  open: RemarkRecord[]
  grading: Grading
}

const write = (config: Config, { task, attempt, review, reviewer, open, grading }: Story): EventLetter => {
  const max = maxScoreOf(task.assignment.criteria)
  const gradeText =
    review.score !== null && grading.scale === 'points'
      ? number.format(review.score)
      : markText(review.score, max, grading)
  const { subject, text } = outcomes[review.verdict]
  const returned = review.verdict === 'returned'
  return {
    subject: `${config.appName}: работа «${task.lesson.name}» ${subject}`,
    paragraphs: [
      `Ваша работа «${task.lesson.name}» (курс «${task.course.name}») ${text}`,
      ...(review.score === null ? [] : [`Оценка: ${gradeText}`]),
      ...(review.comment === '' ? [] : [`${fullName(reviewer)} пишет:\n${review.comment}`]),
      ...(returned
        ? list(
            'Что исправить:',
            open.map(({ text }) => text),
          )
        : []),
      ...(returned ? list('На что ещё обратить внимание:', missed(review)) : []),
      `${returned ? 'Исправить и сдать ещё раз' : 'Посмотреть работу'}:\n${config.publicUrl}${taskAddress(task.lesson.id, placeOfVerdict(attempt))}`,
    ],
  }
}

/**
 * The letter about a verdict for one of the task's students; null about one that was taken back or reopened in the
 * meantime, or for somebody who is no longer among them.
 */
export const writeVerdictLetter = async (
  db: Db,
  config: Config,
  { review_id, user_id }: { review_id: number; user_id: number },
): Promise<EventLetter | null> => {
  const review = await findReview(db, review_id)
  if (!review || review.revoked_at !== null) return null
  const attempt = await findAttemptOfReview(db, review)
  const task = await findTask(db, attempt.task_id)
  const reviewer = await findUser(db, review.user_id)
  if (!reviewer || !task?.student_ids.includes(user_id)) return null
  const open = await listOpenRemarksOf(db, review.id)
  const grading = await loadGrading(db, task.course.scale)
  return write(config, { task, attempt: attempt.number, review, reviewer, open, grading })
}
