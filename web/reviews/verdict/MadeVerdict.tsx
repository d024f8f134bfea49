import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Review } from '#contract/reviews/reviews.schema.ts'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { dropVerdict } from '#web/reviews/verdict/drop-verdict.ts'
import { ReasonButton } from '#web/reviews/verdict/ReasonButton.tsx'
import { Refusal } from '#web/reviews/verdict/Refusal.tsx'
import { forgetRefused, takeBackEarlier, useSentVerdict } from '#web/reviews/verdict/sent-verdicts.ts'
import { VerdictScroll } from '#web/reviews/verdict/VerdictScroll.tsx'
import { type KeptVerdict, textOf, unsentOf } from '#web/reviews/verdict/verdict-draft.ts'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** The verdict on a task, and how to withdraw it. */
export const MadeVerdict = ({
  task,
  draft,
  kept,
  userId,
  extra,
}: {
  task: Task
  draft: OpenDraft<KeptVerdict | null>
  kept: KeptVerdict | null
  userId: number
  extra: ReactNode
}) => {
  const attempt = latestAttempt(task)
  const excused = task.thread.findLast(({ kind }) => kind === 'excused')
  const sent = useSentVerdict(task.id)
  const unsent = unsentOf(kept)
  useEffect(() => () => forgetRefused(task.id), [task.id])
  return (
    <VerdictScroll>
      {/* the news of the other verdict was faster than the refusal of this one */}
      {sent?.phase === 'refused' && <Refusal error={sent.error} />}
      <h3>Решение</h3>
      {task.status.slug === 'excused' ? (
        <p>
          {called('Студент')} освобождён от задания.
          {excused?.text && (
            <Text as="span" block mt={1.5} tone="soft" lines>
              {excused.text}
            </Text>
          )}
        </p>
      ) : task.status.slug === 'draft' ? (
        <p>Работу ещё не сдали: проверять пока нечего.</p>
      ) : (
        attempt?.review && <ReviewNote review={attempt.review} />
      )}
      {unsent && (
        // somebody else was faster, or this was typed while the user's own verdict was on its way
        <Stack gap={1.5} align="start" pad={3} padX={4} size={3} ground="warn" round="s">
          <h4>{attempt?.review?.user.id === userId ? 'Дописано и не отправлено' : 'Ваше решение не отправлено'}</h4>
          <Text anywhere lines>
            {textOf(unsent.verdict)}
          </Text>
          <Button size="xs" variant="subtle" onClick={() => dropVerdict(draft, unsent)}>
            Убрать
          </Button>
        </Stack>
      )}
      <Row gap={2} wrap align="stretch">
        {attempt?.review?.undo_until && (
          <UndoButton
            key={attempt.review.undo_until}
            until={attempt.review.undo_until}
            onUndo={() => takeBackEarlier(task, attempt, attempt.review as Review)}
          />
        )}
        {canMove(task.status.slug, 'reopen') && (
          <ReasonButton
            task={task}
            move="reopen"
            label="Снова на проверку"
            title="Снова на проверку"
            icon={<IconRefresh size={17} stroke={1.75} aria-hidden="true" />}
            text={`Решение отменится, и работа снова встанет в очередь. ${called('Студент')} увидит причину.`}
            done="Работа снова на проверке"
          />
        )}
        {extra}
      </Row>
    </VerdictScroll>
  )
}

/** Shown as long as the verdict can be undone before anybody is notified. */
const UndoButton = ({ until, onUndo }: { until: string; onUndo: () => Promise<void> }) => {
  const left = new Date(until).getTime() - Date.now()
  const [over, setOver] = useState(left <= 0)
  const once = useSingle()
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), left)
    return () => clearTimeout(timer)
  }, [left])
  return (
    !over && (
      <Button variant="default" onClick={() => once(onUndo)}>
        Отменить решение
      </Button>
    )
  )
}
