import { Button } from '@mantine/core'
import { useState } from 'react'
import { canExcuseTask, canMove } from '#contract/tasks/tasks.policy.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { focusTask } from '#web/reviews/focus-title.ts'
import { useFormKeys } from '#web/reviews/keys/desk-keys.ts'
import { ReviewerLine } from '#web/reviews/task/ReviewerLine.tsx'
import type { useTaskNews } from '#web/reviews/use-task-news.ts'
import { MadeVerdict } from '#web/reviews/verdict/MadeVerdict.tsx'
import { ReasonButton } from '#web/reviews/verdict/ReasonButton.tsx'
import { attemptToReview } from '#web/reviews/verdict/use-verdict.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { useVerdictKeeper } from '#web/reviews/verdict/VerdictDraftProvider.tsx'
import { VerdictForm } from '#web/reviews/verdict/VerdictForm.tsx'
import { VerdictScroll } from '#web/reviews/verdict/VerdictScroll.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** The right pane: the verdict to make, or the one that was made and how to go back on it. */
export const VerdictPane = ({
  task,
  userId,
  news,
  onReviewed,
}: {
  task: Task
  userId: number
  news: ReturnType<typeof useTaskNews>
  onReviewed: () => void
}) => {
  const actor = useActor()
  const { draft, state } = useVerdictKeeper()
  const attempt = attemptToReview(task)
  useFormKeys(task.id, draft !== null && state !== null)
  const [asked, setAsked] = useState<NonNullable<typeof news>['version'] | null>(null)
  const mayExcuse =
    actor !== null &&
    canExcuseTask(actor, { student_ids: task.students.map(({ id }) => id), teacher_ids: [] }) &&
    canMove(task.status.slug, 'excuse')
  const extra = (
    <>
      <ReviewerLine task={task} userId={userId} />
      {mayExcuse && <Excuse task={task} />}
    </>
  )
  return (
    <Box
      as="section"
      id="desk-verdict"
      ground="surface"
      shrink
      className={classes.pane}
      aria-label="Решение"
      data-takes-focus
      tabIndex={-1}
    >
      {news && <News news={news} isTyped={Boolean(state?.value)} onShow={() => setAsked(news.version)} />}
      {!draft || !state ? (
        <VerdictScroll>
          <SkeletonList count={3} height={88} />
        </VerdictScroll>
      ) : attempt ? (
        <VerdictForm
          key={attempt.number}
          task={task}
          attempt={attempt}
          draft={draft}
          state={state}
          userId={userId}
          asked={asked}
          onReviewed={onReviewed}
          extra={extra}
        />
      ) : (
        <MadeVerdict task={task} draft={draft} kept={state.value} userId={userId} extra={extra} />
      )}
    </Box>
  )
}

const Excuse = ({ task }: { task: Task }) => (
  <ReasonButton
    task={task}
    move="excuse"
    label="Освободить"
    title="Освободить от задания"
    text={`Работу больше не нужно сдавать. ${called('Студент')} увидит причину.`}
    done={`${called('Студент')} освобождён от задания`}
  />
)

/** What has happened to the task meanwhile; it is shown on request. */
const News = ({
  news,
  isTyped,
  onShow,
}: {
  news: NonNullable<ReturnType<typeof useTaskNews>>
  isTyped: boolean
  onShow: () => void
}) => (
  <Row
    gap={2}
    gapX={3}
    wrap
    justify="between"
    pad={3}
    padX={4.5}
    size={3}
    tone="warn"
    weight="medium"
    ground="warn"
    className={classes.news}
    role="alert"
  >
    <Text from={12}>
      {news.text}
      {isTyped && ' Набранное останется.'}
    </Text>
    <Button
      size="xs"
      variant="default"
      onClick={() => {
        onShow()
        news.show()
        focusTask()
      }}
    >
      Показать
    </Button>
  </Row>
)
