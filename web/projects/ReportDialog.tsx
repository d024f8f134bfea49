import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, Modal, Radio, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ReportReason, reportReasons } from '#contract/projects/projects.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/projects/ProjectForm.module.css'
import { useReportProject } from '#web/projects/projects.queries.ts'
import { useReturnFocus } from '#web/ui/return-focus.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Tells curators what is wrong with a project or a comment. */
const ReportDialog = ({
  projectId,
  projectKey,
  commentId,
  onClose,
}: {
  projectId: number
  projectKey: string | undefined
  commentId?: number
  onClose: () => void
}) => {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<{ reason?: string; text?: string }>({})
  const report = useReportProject(projectId, projectKey)
  const once = useSingle()
  useReturnFocus()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!reason) return setErrors({ reason: 'Выберите причину' })
    if (reason === 'other' && !text.trim()) return setErrors({ text: 'Напишите, что не так' })
    once(() =>
      report.mutateAsync(
        { reason, text, ...(commentId !== undefined && { comment_id: commentId }) },
        {
          onSuccess: () => {
            toast({ severity: 'success', summary: 'Жалоба отправлена', detail: 'Кураторы посмотрят. Спасибо!' })
            onClose()
          },
          onError: (error) => {
            const sentence = error instanceof ApiError && error.fields.text?.[0]
            if (sentence) return setErrors({ text: sentence })
            reportError(error, 'Не удалось отправить')
          },
        },
      ),
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={commentId === undefined ? 'Пожаловаться на проект' : 'Пожаловаться на комментарий'}
      transitionProps={{ duration: 0 }}
    >
      <form className={classes.form} onSubmit={send} noValidate>
        <Radio.Group
          label="Что не так"
          value={reason}
          error={errors.reason}
          onChange={(value) => {
            setReason(value as ReportReason)
            setErrors({})
          }}
        >
          <div className={classes.choices}>
            {Object.entries(reportReasons).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={reason === 'other' ? 'Подробнее' : 'Подробнее, если хотите'}
          description="Эти слова прочитают только кураторы"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          value={text}
          error={errors.text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setErrors({})
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Отменить
          </Button>
          <Button type="submit" loading={report.isPending}>
            Отправить
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

export default ReportDialog
