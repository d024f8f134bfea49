import { Stack } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { type ReportReason, reportReasons } from '#contract/projects/projects.schema.ts'
import { useReportProject } from '#web/projects/change-project.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Reports a project or a comment to the curators. */
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
  const [problem, setProblem] = useState('')
  const report = useReportProject(projectId, projectKey)
  return (
    <TextDialog
      title={commentId === undefined ? 'Пожаловаться на проект' : 'Пожаловаться на комментарий'}
      label={reason === 'other' ? 'Подробнее' : 'Подробнее, если хотите'}
      description="Эти слова прочитают только кураторы"
      action="Отправить"
      field="text"
      optional={reason !== 'other'}
      failure="Не удалось отправить"
      check={() => {
        setProblem(reason ? '' : 'Выберите причину')
        return reason !== null
      }}
      send={async (text) => {
        if (!reason) return
        await report.mutateAsync({ reason, text, ...(commentId !== undefined && { comment_id: commentId }) })
        toast({ severity: 'success', summary: 'Жалоба отправлена', detail: 'Кураторы посмотрят. Спасибо!' })
      }}
      onClose={onClose}
    >
      <Radio.Group
        label="Что не так"
        value={reason}
        error={problem}
        onChange={(value) => {
          setReason(value as ReportReason)
          setProblem('')
        }}
      >
        <Stack gap={2.5} mt={1.5} mb={1.5}>
          {Object.entries(reportReasons).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </TextDialog>
  )
}

export default ReportDialog
