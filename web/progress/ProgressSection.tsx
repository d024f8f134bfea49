import { Button } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ProgressPart, ProgressWeeks } from '#contract/progress/progress-parts.ts'
import { reportError } from '#web/data/report-error.ts'
import { downloadProgress } from '#web/progress/progress.queries.ts'
import { Row } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { toast } from '#web/ui/toasts.ts'

const formats = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
] as const

const Downloads = ({ part, title, weeks }: { part: ProgressPart; title: string; weeks: ProgressWeeks }) => {
  const [running, setRunning] = useState<string | null>(null)
  const start = async (format: 'csv' | 'xlsx') => {
    setRunning(format)
    try {
      await downloadProgress({ part, format, weeks }, title)
      toast({ severity: 'success', summary: 'Таблица скачана', key: 'progress-export' })
    } catch (error) {
      reportError(error, 'Не удалось скачать таблицу')
    } finally {
      setRunning(null)
    }
  }
  return formats.map(({ format, label }) => (
    <Button
      key={format}
      variant="default"
      size="sm"
      loading={running === format}
      disabled={running !== null && running !== format}
      aria-label={`Скачать «${title}»: ${label}`}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => void start(format)}
    >
      {label}
    </Button>
  ))
}

/** A part of the progress: its charts, or the same as a table, which can be saved. */
export const ProgressSection = ({
  title,
  part,
  weeks,
  table,
  children,
}: {
  title: string
  part: ProgressPart
  weeks: ProgressWeeks
  table: ReactNode
  children: ReactNode
}) => {
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <Section
      title={title}
      mt={7}
      aside={
        <Row gap={2} wrap unprinted>
          <Button
            variant="default"
            size="sm"
            aria-label={`«${title}» ${asTable ? 'графиком' : 'таблицей'}`}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Графиком' : 'Таблицей'}
          </Button>
          <Downloads part={part} title={title} weeks={weeks} />
        </Row>
      }
    >
      {asTable ? table : children}
    </Section>
  )
}
