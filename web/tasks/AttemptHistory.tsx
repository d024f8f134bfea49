import { IconLink } from '@tabler/icons-react'
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
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/**
 * What was handed in and what was said about it, the latest first; each can be folded. The verdict on the attempt
 * `verdictAbove` is elsewhere on the page.
 */
export const AttemptHistory = ({ task, verdictAbove = null }: { task: Task; verdictAbove?: number | null }) => {
  if (task.attempts.length === 0) return null
  const latest = latestAttempt(task)
  return (
    <Stack gap={2.5} mt={3}>
      <h3>Отправленные попытки</h3>
      <AttemptChanges attempts={task.attempts} />
      {task.attempts.toReversed().map((attempt) => (
        <Fold key={attempt.number} id={attemptId(attempt.number)} open={attempt === latest}>
          {/* a verdict that was taken back leads to what it was on */}
          <FoldSummary id={attempt.review ? undefined : placeOfVerdict(attempt.number)}>
            <FoldArrow />
            <Row as="span" gap={0} gapX={2.5} wrap align="baseline" grow>
              <Text as="b" weight="strong">
                Попытка {attempt.number}
              </Text>
              <Text as="small" tone="quiet">
                {formatMoment(attempt.submitted_at)}
              </Text>
              {isLate(task, attempt.submitted_at) && (
                <Text as="small" tone="warn">
                  после срока
                </Text>
              )}
            </Row>
            <Text as="small" tone="quiet">
              {outcomeOf(task, attempt)}
            </Text>
          </FoldSummary>
          <div className={classes.content}>
            <AttemptContent task={task} attempt={attempt} />
            {attempt.review && attempt.number !== verdictAbove && (
              <ReviewNote review={attempt.review} place={placeOfVerdict(attempt.number)} />
            )}
            <Receipt task={task} attempt={attempt} />
          </div>
        </Fold>
      ))}
    </Stack>
  )
}

/** An attempt without remarks at its places. */
const PlainAttempt = ({ attempt: { content, link, files } }: { attempt: Attempt }) => (
  <>
    <RichText html={content} size="work" />
    {link && (
      <IconLine icon={IconLink} size={4} tone="soft" links="underlined">
        <a href={link} target="_blank" rel="noreferrer nofollow">
          {link}
        </a>
      </IconLine>
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

const outcomeOf = ({ status }: Task, { withdrawn_at, review }: Attempt) => {
  if (withdrawn_at !== null) return 'забрали обратно'
  if (!review) return status.slug === 'excused' ? 'проверять не нужно' : 'ждёт ответа'
  return review.verdict === 'accepted' ? 'принята' : 'возвращена на доработку'
}
