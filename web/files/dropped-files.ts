import { toast } from '#web/ui/toasts.ts'

/** The files of a drop; a folder among them is left out with a message. */
export const droppedFiles = (transfer: DataTransfer) => {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const isFolder = items.map((item) => item.webkitGetAsEntry?.()?.isDirectory ?? false)
  if (isFolder.includes(true)) {
    const detail = 'Папку прикрепить нельзя. Сожмите её в архив (zip) и прикрепите архив.'
    toast({ severity: 'error', summary: 'Ошибка', detail, life: 5000, key: 'folder' })
  }
  return items.flatMap((item, index) => (isFolder[index] ? [] : (item.getAsFile() ?? [])))
}
