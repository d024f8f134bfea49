import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { auditGroupName, auditKindGroups } from '#contract/audit/audit-kinds.ts'
import { auditActName, auditActorText, auditSentences } from '#contract/audit/audit-text.ts'
import { type CohortForms, cohortForms } from '#contract/cohorts/cohort-words.ts'
import { counted } from '#contract/plural.ts'
import { cohortWord } from '#contract/site/school-words.ts'
import { fullName } from '#contract/users/names.ts'
import { useListAddress } from '#web/app/list-address.ts'
import { AuditCheckNotice } from '#web/audit/AuditCheckNotice.tsx'
import { auditFilterOf, auditQuery, downloadAudit } from '#web/audit/audit.queries.ts'
import { LogFilters } from '#web/audit/LogFilters.tsx'
import { LogRow } from '#web/audit/LogRow.tsx'
import { DownloadButton } from '#web/ui/DownloadButton.tsx'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { profileQuery } from '#web/users/users.queries.ts'

const kinds = () => [
  { value: '', label: 'Все изменения' },
  ...Object.entries(auditKindGroups).map(([group, names]) => ({
    group: auditGroupName(group),
    items: Object.entries(names).map(([value, label]) => ({ value, label: label as string })),
  })),
]

const nothing = { user: undefined, about: undefined, kind: undefined, from: undefined, to: undefined }

/** Who changed what and when: for curators. */
const AuditJournal = () => {
  const { search, narrow, pageHref } = useListAddress('settings')
  const filter = auditFilterOf(search)
  const query = useQuery(auditQuery(filter))
  const cohort = cohortForms[cohortWord()]
  const isNarrowed = Boolean(filter.user || filter.about || filter.kind || filter.from || filter.to)
  return (
    <>
      <AuditCheckNotice />
      {filter.about && <About id={filter.about} onAll={() => narrow({ about: undefined })} />}
      <LogFilters filter={filter} who="Кто менял" what="Что изменили" kinds={kinds()} narrow={narrow} />
      <Row gap={3} wrap mb={4}>
        <Text size={3} tone="quiet" role="status">
          {query.data && counted(query.data.total, 'запись', 'записи', 'записей')}
        </Text>
        {(['csv', 'xlsx'] as const).map((format) => (
          <DownloadButton
            key={format}
            failed="Не удалось скачать журнал"
            download={() => downloadAudit(filter, format)}
          >{`Скачать ${format.toUpperCase()}`}</DownloadButton>
        ))}
      </Row>
      <FoundList
        query={query}
        items={({ entries }) => entries}
        empty={{
          icon: IconHistory,
          title: 'Записей нет',
          text: 'Здесь появится, кто и когда менял роли, оценки, состав курсов и настройки.',
          action: isNarrowed && (
            <Button variant="default" onClick={() => narrow(nothing)}>
              Показать все
            </Button>
          ),
        }}
        pageHref={pageHref}
      >
        {(entries) => entries.map((entry) => <Line key={entry.id} entry={entry} cohort={cohort} />)}
      </FoundList>
    </>
  )
}

/** Whose account the list is about. */
const About = ({ id, onAll }: { id: number; onAll: () => void }) => {
  const user = useQuery(profileQuery(id)).data?.user
  return (
    <Row gap={3} wrap mb={4}>
      <Text anywhere>
        Только изменения учётной записи: <b>{user ? fullName(user) : `№ ${id}`}</b>
      </Text>
      <Button size="sm" variant="default" onClick={onAll}>
        Показать все
      </Button>
    </Row>
  )
}

const Line = ({ entry, cohort }: { entry: AuditEntry; cohort: CohortForms }) => (
  <LogRow
    at={formatMoment(entry.at)}
    note={auditActorText(entry) || 'Без входа на сайт'}
    title={`${auditActName(entry)}: ${entry.object.name ?? 'уже удалено'}`}
  >
    {auditSentences(entry, { dayOf: formatDay, cohort }).map((sentence) => (
      <span key={sentence}>{sentence}</span>
    ))}
  </LogRow>
)

export default AuditJournal
