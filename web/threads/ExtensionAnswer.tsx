import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { act } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { AskedBox } from '#web/threads/AskedBox.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'

/** Gives a task more time, or with null leaves its date as it is. */
const useAnswer = (taskId: number) =>
  useMutation({
    mutationFn: (until: string | null) =>
      until
        ? act(threadsApi.extend, { params: { id: taskId }, body: { until } })
        : act(threadsApi.refuseExtension, { params: { id: taskId } }),
    onSuccess: (_, until) =>
      toast({
        severity: 'success',
        summary: until ? `Срок продлён до ${formatMoment(until)}` : 'Срок оставлен прежним',
        key: 'extension',
      }),
    onError: (error) => reportError(error, 'Не получилось ответить'),
  })

/** A student asks for more time: granted with a click, with another date, or not at all. */
export const ExtensionAnswer = ({ task, until }: { task: Task; until: string }) => {
  const answer = useAnswer(task.id)
  const [other, setOther] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const why = task.thread.findLast(({ kind }) => kind === 'extension-asked')?.text
  const extendToOther = () => {
    const moment = other && fromLocalInput(other)
    setProblem(moment ? '' : 'Укажите дату и время')
    if (moment) answer.mutate(moment)
  }
  return (
    <AskedBox
      label="Просьба продлить срок"
      icon={IconClock}
      title={
        <>
          <b>Просит время до {formatMoment(until)}</b>
          {task.due_at && ` (сейчас срок ${formatMoment(task.due_at)})`}
        </>
      }
    >
      {why && (
        <Text mt={0.5} anywhere lines>
          {why}
        </Text>
      )}
      {other === null ? (
        <Row gap={2.5} gapX={3} wrap>
          <Button
            size="sm"
            loading={answer.isPending && answer.variables === until}
            disabled={answer.isPending}
            onClick={() => answer.mutate(until)}
          >
            Продлить до {formatDay(until).slice(0, 5)}
          </Button>
          <Button size="sm" variant="default" disabled={answer.isPending} onClick={() => setOther(toLocalInput(until))}>
            Другая дата
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            disabled={answer.isPending}
            onClick={() => answer.mutate(null)}
          >
            Оставить как есть
          </Button>
        </Row>
      ) : (
        <Stack gap={2.5} align="start">
          <DateInput
            withTime
            label="Продлить до"
            value={other}
            onChange={(event) => setOther(event.currentTarget.value)}
            error={problem}
          />
          <Row gap={2.5} gapX={3} wrap>
            <Button size="sm" loading={answer.isPending} onClick={extendToOther}>
              Продлить
            </Button>
            <Button size="sm" variant="subtle" color="gray" onClick={() => setOther(null)}>
              Назад
            </Button>
          </Row>
        </Stack>
      )}
    </AskedBox>
  )
}
