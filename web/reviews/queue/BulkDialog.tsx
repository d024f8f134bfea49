import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CallInput } from '#contract/http/endpoint.ts'
import { counted, plural } from '#contract/plural.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { act } from '#web/data/act.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import classes from '#web/reviews/queue/Bulk.module.css'
import { type BulkAction, previewOf } from '#web/reviews/queue/bulk-preview.ts'
import { offerBulkUndo, type Refused } from '#web/reviews/queue/bulk-undo.ts'
import { nameOf } from '#web/reviews/queue/QueueItem.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { useStopWaiting } from '#web/ui/use-close-guard.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

const previewLook = { gap: 0.5, pad: 2, padX: 3, ground: 'sunken', round: 's', plain: true } as const

type Act = CallInput<typeof reviewsApi.bulk>['body']['act']

const labels: Record<BulkAction, { title: string; button: string; field?: string; hint?: string }> = {
  accept: { title: 'Принять работы', button: 'Принять', field: 'Комментарий каждому', hint: 'По желанию' },
  return: {
    title: 'Вернуть на доработку',
    button: 'Вернуть',
    field: 'Что исправить',
    hint: 'Этот текст получит каждый. Открытые замечания останутся.',
  },
  extend: { title: 'Продлить срок', button: 'Продлить' },
  remind: { title: 'Напомнить о работе', button: 'Напомнить', field: 'Пара слов от себя', hint: 'По желанию' },
}

/** Keeps what was typed again after it was cleared, unless something else has been begun since. */
const restoreText = (key: string, text: string) => {
  if (text !== '' && !readDevice(key)) writeDevice(key, text)
}

/** The tasks as they are once an act on them is taken back: a verdict and its undo are a revision each. */
const undoneRows = (action: BulkAction, tasks: TaskRow[], ids: number[]) => {
  const more = action === 'accept' || action === 'return' ? 2 : 0
  return tasks
    .filter(({ id }) => ids.includes(id))
    .map((row) => ({ ...row, review_revision: row.review_revision + more }))
}

/** One act on the selected tasks: first a preview of each outcome, then one call, then what was refused and why. */
const BulkDialog = ({
  action,
  rows,
  onClose,
  onDone,
  onUndone,
}: {
  action: BulkAction
  rows: TaskRow[]
  onClose: () => void
  /** The act is done: the selection has served. */
  onDone: () => void
  /** It is taken back for these tasks. */
  onUndone: (rows: TaskRow[]) => void
}) => {
  const userId = useUser()?.id ?? 0
  // the tasks as they were when the dialog was opened: what is previewed is what is sent
  const [tasks] = useState(rows)
  const draftKey = `bulk:${userId}:${action}`
  // of an extension its moment, which is all there is to type
  const [text, setText, clearText] = useDeviceDraft(draftKey, '')
  const [refused, setRefused] = useState<Refused[] | null>(null)
  const stopWaiting = useStopWaiting()
  const until = action === 'extend' ? fromLocalInput(text) : null
  const preview = previewOf(action, tasks, userId, until).sort((a, b) => Number(a.refused) - Number(b.refused))
  const fitting = preview.filter((other) => !other.refused).map(({ row }) => row)
  const { title, button, field, hint } = labels[action]

  const actOf = (): Act | null => {
    const comment = text.trim()
    if (action === 'return') return comment ? { action, comment } : null
    if (action === 'extend') return until ? { action, until } : null
    if (action === 'accept') return { action, ...(comment && { comment }) }
    return { action, ...(comment && { text: comment }) }
  }
  const finish = () => {
    onDone()
    onClose()
  }
  const wanted = actOf()
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: ['act.comment', 'act.text', 'act.until'],
    check: () => !wanted && (action === 'extend' ? 'Выберите новый срок' : 'Напишите, что исправить'),
    save: async () => {
      if (!wanted) return
      const fitted = fitting.map(({ id, attempt, review_revision }) => ({ id, attempt, review_revision }))
      const result = await act(reviewsApi.bulk, { body: { act: wanted, tasks: fitted } })
      const isAll = result.refused.length === 0
      // what was refused is tried again with the same text
      if (isAll) clearText()
      if (result.done.length > 0)
        offerBulkUndo(action, result, (ids) => {
          if (isAll) restoreText(draftKey, text)
          onUndone(undoneRows(action, tasks, ids))
        })
      // the selection goes with its bar, and this dialog with it: what was refused is read first
      if (isAll) finish()
      else setRefused(result.refused)
    },
  })

  if (refused) return <RefusedTasks tasks={tasks} refused={refused} onClose={finish} />
  const out = preview.length - fitting.length
  // closed while it is done, the dialog could not say what was refused
  const close = saving ? stopWaiting : onClose
  return (
    <Modal onClose={close} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap={4}>
          {action === 'extend' && (
            <DateInput
              withTime
              label="Новый срок"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                clearProblem()
              }}
              error={problem}
              data-autofocus
            />
          )}
          {field && (
            <Textarea
              label={field}
              description={hint}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={action === 'remind' ? 2000 : 20_000}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                clearProblem()
              }}
              error={problem}
              data-autofocus
            />
          )}
          <section aria-label="Что произойдёт">
            <Text mb={2} tone="soft">
              {counted(fitting.length, 'работа', 'работы', 'работ')}{' '}
              {plural(fitting.length, 'изменится', 'изменятся', 'изменятся')}
              {out > 0 && `, ${out} ${plural(out, 'останется', 'останутся', 'останутся')} как есть`}
            </Text>
            {/* a long list is scrolled with keys */}
            <Stack as="ul" {...previewLook} className={classes.preview} tabIndex={0}>
              {preview.map(({ row, refused: isOut, text: becomes }) => (
                <Box as="li" pad={1} padX={0} size={4} tight anywhere key={row.id}>
                  <Text as="b" block weight="strong">
                    {nameOf(row)}
                  </Text>
                  <Text as="span" size={3} tone={isOut ? 'bad' : 'soft'}>
                    {row.lesson.name} — {becomes}
                  </Text>
                </Box>
              ))}
            </Stack>
          </section>
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={close}>
              Отменить
            </Button>
            <Button type="submit" loading={saving} disabled={fitting.length === 0}>
              {fitting.length > 0 ? `${button}: ${fitting.length}` : button}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

/** What the server would not do, by name. */
export const RefusedTasks = ({
  tasks,
  refused,
  onClose,
}: {
  tasks: TaskRow[]
  refused: Refused[]
  onClose: () => void
}) => (
  <Modal onClose={onClose} title="Получилось не со всеми">
    <Stack gap={4}>
      <Stack as="ul" {...previewLook} className={classes.preview}>
        {refused.map(({ id, detail }) => {
          const row = tasks.find((other) => other.id === id)
          return (
            <Box as="li" pad={1} padX={0} size={4} tight anywhere key={id}>
              <Text as="b" block weight="strong">
                {row ? nameOf(row) : `Работа ${id}`}
              </Text>
              <Text as="span" size={3} tone="bad">
                {row && `${row.lesson.name} — `}
                {detail}
              </Text>
            </Box>
          )
        })}
      </Stack>
      <Row gap={4} wrap justify="end">
        <Button onClick={onClose} data-autofocus>
          Понятно
        </Button>
      </Row>
    </Stack>
  </Modal>
)

export default BulkDialog
