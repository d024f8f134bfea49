import { useReportProject } from '#web/projects/change-project.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** An author asks curators to have a hidden project back. */
const AppealDialog = ({ projectId, onClose }: { projectId: number; onClose: () => void }) => {
  const report = useReportProject(projectId)
  return (
    <TextDialog
      title="Попросить вернуть проект"
      label="Что вы исправили"
      description="Эти слова прочитают кураторы"
      action="Отправить"
      field="text"
      failure="Не удалось отправить"
      send={async (text) => {
        await report.mutateAsync({ reason: 'other', text })
        toast({ severity: 'success', summary: 'Отправлено кураторам' })
      }}
      onClose={onClose}
    />
  )
}

export default AppealDialog
