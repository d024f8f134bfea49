import { IconChevronDown, IconLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { placeOfVerdict } from '#contract/tasks/task-places.ts'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { RichText } from '#web/content/RichText.tsx'
import { FileList } from '#web/files/FileList.tsx'
import type { AnchoredAttemptProps } from '#web/tasks/AnchoredAttempt.tsx'
import { AttemptChanges } from '#web/tasks/AttemptChanges.tsx'
import { isLate } from '#web/tasks/deadlines.ts'
import classes from '#web/tasks/LessonTask.module.css'
import { Receipt } from '#web/tasks/Receipt.tsx'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { attemptId, remarksMadeOn } from '#web/tasks/show-place.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Box, Row, Stack } from '#web/ui/layout.tsx'

/**
 * What was handed in and what was said about it, the latest first; each can be folded. The verdict on the attempt
 * `verdictAbove` stands elsewhere on the page.
 */
export const AttemptHistory = ({ task, verdictAbove = null }: { task: Task; verdictAbove?: number | null }) => {
  if (task.attempts.length === 0) return null
  const latest = latestAttempt(task)
  return (
    <Stack gap={2.5} mt={3} className={classes.block}>
      <h3>Отправленные попытки</h3>
      <AttemptChanges attempts={task.attempts} />
      {task.attempts.toReversed().map((attempt) => (
        <Box
          as="details"
          key={attempt.number}
          id={attemptId(attempt.number)}
          ground="surface"
          round="m"
          edge="line"
          className={classes.attempt}
          open={attempt === latest}
        >
          {/* a verdict that was taken back leads to what it was on */}
          <summary id={attempt.review ? undefined : placeOfVerdict(attempt.number)}>
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
            <span>
              <b>Попытка {attempt.number}</b>
              <small>{formatMoment(attempt.submitted_at)}</small>
              {isLate(task, attempt.submitted_at) && <small className={classes.late}>после срока</small>}
            </span>
            <small>{outcomeOf(attempt)}</small>
          </summary>
          <div className={classes.content}>
            <AttemptContent task={task} attempt={attempt} />
            {attempt.review && attempt.number !== verdictAbove && (
              <ReviewNote review={attempt.review} place={placeOfVerdict(attempt.number)} />
            )}
            <Receipt task={task} attempt={attempt} />
          </div>
        </Box>
      ))}
    </Stack>
  )
}

/** An attempt without remarks at its places. */
const PlainAttempt = ({ attempt: { content, link, files } }: { attempt: Attempt }) => (
  <>
    <RichText html={content} className={classes.text as string} />
    {link && (
      <Row as="p" gap={2} align="stretch" size={4} tone="soft" anywhere className={classes.attached}>
        <IconLink size={17} stroke={1.75} aria-hidden="true" />
        <a href={link} target="_blank" rel="noreferrer nofollow">
          {link}
        </a>
      </Row>
    )}
    <FileList files={files} />
  </>
)

const AnchoredAttempt = latePart<AnchoredAttemptProps>(() => import('#web/tasks/AnchoredAttempt.tsx'), PlainAttempt)

const AttemptContent = ({ task, attempt }: { task: Task; attempt: Attempt }) => {
  const remarks = useMemo(() => remarksMadeOn(task.attempts, attempt), [task.attempts, attempt])
  // a PDF can be read in place, also without remarks
  const isAnchored = remarks.length > 0 || attempt.files.some(({ type }) => type === 'application/pdf')
  return isAnchored ? <AnchoredAttempt attempt={attempt} remarks={remarks} /> : <PlainAttempt attempt={attempt} />
}

const outcomeOf = ({ withdrawn_at, review }: Attempt) => {
  if (withdrawn_at !== null) return 'забрали обратно'
  if (!review) return 'ждёт ответа'
  return review.verdict === 'accepted' ? 'принята' : 'возвращена на доработку'
}
