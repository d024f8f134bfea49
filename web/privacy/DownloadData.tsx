import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { reportError } from '#web/data/report-error.ts'
import { downloadData } from '#web/privacy/download-data.ts'
import { toast } from '#web/ui/toasts.ts'

/** Downloads the user's data as an archive; a long download shows its progress and can be stopped. */
export const DownloadData = ({ userId }: { userId: number }) => {
  const [share, setShare] = useState<number | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    abort.current = controller
    setShare(0)
    try {
      await downloadData(userId, setShare, controller.signal)
      toast({ severity: 'success', summary: 'Данные скачаны', detail: 'Архив в папке загрузок.' })
    } catch (error) {
      if (!controller.signal.aborted) reportError(error, 'Не удалось скачать данные')
    } finally {
      setShare(null)
    }
  }
  const running = share !== null
  return (
    <Button
      variant="default"
      leftSection={running ? <IconX size={18} aria-hidden="true" /> : <IconDownload size={18} aria-hidden="true" />}
      onClick={() => (running ? abort.current?.abort() : void start())}
    >
      {running ? `Остановить${share > 0 ? `: ${Math.floor(share * 100)} %` : ''}` : 'Скачать мои данные'}
    </Button>
  )
}
