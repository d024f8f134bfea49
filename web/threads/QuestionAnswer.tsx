import { Button } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { called } from '#contract/users/student-word.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { AskedBox } from '#web/threads/AskedBox.tsx'
import { focusMessage } from '#web/threads/focus-message.ts'
import { formatWait } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Takes the question as answered without writing anything. */
const useSettle = (taskId: number, onSettled: () => void) =>
  useAct(threadsApi.settleQuestion, () => ({ params: { id: taskId } }), {
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Вопрос решён', key: 'question' })
      onSettled()
    },
    onError: (error) => reportError(error, 'Не получилось отметить вопрос'),
  })

/**
 * A student's question that nobody has answered: what was asked, the way to the answer, and «Вопрос решён», after which
 * `onSettled` places the focus.
 */
export const QuestionAnswer = ({ task, since, onSettled }: { task: Task; since: string; onSettled: () => void }) => {
  const settle = useSettle(task.id, onSettled)
  const asked = task.thread.filter(
    ({ kind, user, created_at }) =>
      kind === 'comment' && created_at >= since && task.students.some(({ id }) => id === user.id),
  )
  return (
    <AskedBox
      label={`Вопрос ${called('студента')}`}
      icon={IconMessageQuestion}
      title={<b>Вопрос {formatWait(since)}</b>}
    >
      {asked.map(({ id, text }) => (
        <Text key={id} mt={0.5} anywhere lines>
          {text || 'Голосовое сообщение или файл: откройте обсуждение.'}
        </Text>
      ))}
      <Row gap={2.5} gapX={3} wrap>
        <Button size="sm" onClick={() => focusMessage(task.id)}>
          Ответить
        </Button>
        <SteadyButton size="sm" variant="default" busy={settle.isPending} onClick={() => settle.mutate()}>
          Вопрос решён
        </SteadyButton>
      </Row>
    </AskedBox>
  )
}
