import { useUpdateProject } from '#web/projects/change-project.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Asks a curator why the project is hidden; its authors read the reason. */
const HideProject = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const update = useUpdateProject(id)
  return (
    <TextDialog
      title="Скрыть проект"
      label="Почему"
      description="Эти слова увидят авторы проекта"
      action="Скрыть проект"
      danger
      field="reason"
      failure="Не удалось скрыть"
      send={async (reason) => {
        await update.mutateAsync({ status: 'hidden', reason })
        toast({ severity: 'success', summary: 'Проект скрыт', detail: 'Авторы увидят причину.' })
      }}
      onClose={onClose}
    />
  )
}

export default HideProject
