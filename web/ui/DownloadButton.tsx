import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { reportError } from '#web/data/report-error.ts'

/** Downloads a file; `failed` is the title of the message when that fails. */
export const DownloadButton = ({
  children,
  failed,
  download,
}: {
  children: string
  failed: string
  download: () => Promise<unknown>
}) => {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await download()
    } catch (error) {
      reportError(error, failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => void start()}
    >
      {children}
    </Button>
  )
}
