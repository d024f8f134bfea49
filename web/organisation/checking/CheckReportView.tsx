import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { CheckReport } from '#contract/organisation/self-check.schema.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { CheckedPageView } from '#web/organisation/checking/CheckedPageView.tsx'
import classes from '#web/organisation/checking/Checking.module.css'
import { reportCsv } from '#web/organisation/checking/check-csv.ts'
import { reportTones, summaryDetail, summaryOf, worstFirst } from '#web/organisation/checking/check-texts.ts'
import { FaultList } from '#web/organisation/checking/FaultList.tsx'
import { PrintButton } from '#web/organisation/PrintButton.tsx'
import { formatAgo, formatMoment } from '#web/ui/dates.ts'
import { useNow } from '#web/ui/use-now.ts'

/** What was found: how much in one line, faults of the site, then the pages, the worst first. */
export const CheckReportView = ({ report }: { report: CheckReport }) => {
  const [all, setAll] = useState(false)
  const { bad, warn } = reportTones(report)
  const pages = worstFirst(report.pages)
  const now = useNow()
  return (
    <>
      <Stack
        gap={1}
        pad={4}
        padX={4.5}
        ground="surface"
        round="m"
        edge="line"
        className={classes.summary}
        data-worst={bad > 0 ? 'bad' : warn > 0 ? 'warn' : 'ok'}
      >
        <Text weight="strong" tight className={classes.counts}>
          {summaryOf(report)}
        </Text>
        <p>{summaryDetail(report)}</p>
        <Text size={2} tone="quiet" tight>
          Проверено {formatMoment(report.checked_at)}, {formatAgo(report.checked_at, now)} · имена по таблицам
          методических рекомендаций 9.0.0{report.edition === 10 && ' с отличиями редакции 10'}
        </Text>
      </Stack>
      {report.faults.length > 0 && (
        <Box pad={4} padX={4.5} ground="surface" round="m" edge="line" shadow="card" className={classes.page}>
          <Text as="h3" size={5}>
            Сайт
          </Text>
          <FaultList faults={report.faults} />
        </Box>
      )}
      <Row unprinted gap={3} wrap justify="between">
        <Switch
          label="Показать и то, что в порядке"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        <Row gap={2} wrap align="stretch">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => saveBlob(new Blob([reportCsv(report)], { type: 'text/csv' }), 'Проверка раздела.csv')}
          >
            Скачать CSV
          </Button>
          <PrintButton />
        </Row>
      </Row>
      <Stack as="ol" gap={3} plain>
        {pages.map((page) => (
          <CheckedPageView key={page.number} page={page} all={all} />
        ))}
      </Stack>
    </>
  )
}
