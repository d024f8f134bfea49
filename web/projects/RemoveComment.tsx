import { TextDialog } from '#web/ui/TextDialog.tsx'

/** Asks a curator why somebody's comment is removed; its writer reads the reason, if there is one. */
const RemoveComment = ({
  remove,
  onClose,
}: {
  /** Without a reason the author is notified only that it was removed. */
  remove: (reason?: string) => Promise<unknown>
  onClose: () => void
}) => (
  <TextDialog
    title="Удалить комментарий"
    label="Почему, если хотите объяснить"
    description="Эти слова увидит тот, кто написал комментарий"
    action="Удалить"
    danger
    optional
    field="reason"
    failure="Не удалось удалить комментарий"
    send={(reason) => remove(reason || undefined)}
    onClose={onClose}
  />
)

export default RemoveComment
