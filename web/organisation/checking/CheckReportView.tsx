import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { CheckReport } from '#contract/organisation/self-check.schema.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { CheckedPageView } from '#web/organisation/checking/CheckedPageView.tsx'
import classes from '#web/organisation/checking/Checking.module.css'
import { reportCsv } from '#web/organisation/checking/check-csv.ts'
import { reportTones, summaryDetail, summaryOf, worstFirst } from '#web/organisation/checking/check-words.ts'
import { FaultList } from '#web/organisation/checking/FaultList.tsx'
import { PrintButton } from '#web/organisation/PrintButton.tsx'
import { formatAge, formatMoment } from '#web/ui/dates.ts'
import { useNow } from '#web/ui/use-now.ts'

/** What was found: how much in one line, faults of the site, then the pages, the worst first. */
export const CheckReportView = ({ report }: { report: CheckReport }) => {
  const [all, setAll] = useState(false)
  const { bad, warn } = reportTones(report)
  const pages = worstFirst(report.pages)
  const now = useNow()
  return (
    <>
      <div className={classes.summary} data-tone={bad > 0 ? 'bad' : warn > 0 ? 'warn' : 'ok'}>
        <p className={classes.counts}>{summaryOf(report)}</p>
        <p>{summaryDetail(report)}</p>
        <p className={classes.small}>
          Проверено {formatMoment(report.checked_at)}, {ageWords(report.checked_at, now)} · имена по редакции{' '}
          {report.edition} методических рекомендаций
        </p>
      </div>
      {report.faults.length > 0 && (
        <div className={classes.page}>
          <h3>Сайт</h3>
          <FaultList faults={report.faults} />
        </div>
      )}
      <div className={classes.bar}>
        <Switch
          label="Показать и то, что в порядке"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        <div className={classes.take}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => saveBlob(new Blob([reportCsv(report)], { type: 'text/csv' }), 'Проверка раздела.csv')}
          >
            Скачать CSV
          </Button>
          <PrintButton />
        </div>
      </div>
      <ol className={classes.pages}>
        {pages.map((page) => (
          <CheckedPageView key={page.number} page={page} all={all} />
        ))}
      </ol>
    </>
  )
}

const ageWords = (moment: string, now: Date) => {
  const age = formatAge(moment, now)
  return age === 'только что' ? age : `${age} назад`
}
