import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { reportError } from '#web/data/report-error.ts'
import { type DownloadProgress, downloadJournal } from '#web/journal/download-journal.ts'
import { Row } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const formats = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const
type Format = (typeof formats)[number]['format']

const progressText = ({ loaded, total }: DownloadProgress) =>
  total ? `${Math.floor((loaded / total) * 100)} %` : `${formatNumber(Math.ceil(loaded / 1024))} КБ`

/** Saves the journal as a file; a slow download says how far it is and can be stopped. */
export const ExportButtons = ({
  courseId,
  cohortId,
  periodId,
}: {
  courseId: number
  /** Only of this class. */
  cohortId: number | undefined
  /** Only of this period. */
  periodId: number | undefined
}) => {
  const [running, setRunning] = useState<{ format: Format; progress: DownloadProgress } | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const start = async (format: Format) => {
    const controller = new AbortController()
    abort.current = controller
    setRunning({ format, progress: { loaded: 0, total: null } })
    try {
      const wanted = {
        format,
        ...(cohortId !== undefined && { cohort_id: cohortId }),
        ...(periodId !== undefined && { period_id: periodId }),
      }
      await downloadJournal(courseId, wanted, (progress) => setRunning({ format, progress }), controller.signal)
      toast({ severity: 'success', summary: 'Журнал скачан', key: 'journal-export' })
    } catch (error) {
      if (!controller.signal.aborted) reportError(error, 'Не удалось скачать журнал')
    } finally {
      setRunning(null)
    }
  }
  return (
    <Row as="fieldset" gap={2} wrap align="stretch" aria-label="Скачать журнал">
      {formats.map(({ format, label }) =>
        running?.format === format ? (
          <Button
            key={format}
            variant="default"
            size="sm"
            aria-label={`Остановить скачивание: ${label}`}
            rightSection={<IconX size={16} stroke={2} aria-hidden="true" />}
            onClick={() => abort.current?.abort()}
          >
            {running.progress.loaded > 0 ? progressText(running.progress) : 'Готовим…'}
          </Button>
        ) : (
          <Button
            key={format}
            variant="default"
            size="sm"
            disabled={running !== null}
            aria-label={`Скачать журнал: ${label}`}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => void start(format)}
          >
            {label}
          </Button>
        ),
      )}
    </Row>
  )
}
