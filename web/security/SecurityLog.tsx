import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/plural.ts'
import { placeText } from '#contract/security/place-text.ts'
import type { SecurityEntry } from '#contract/security/security.schema.ts'
import { securityKeptDays, securityKindNames } from '#contract/security/security-kinds.ts'
import { fullName } from '#contract/users/names.ts'
import { useListAddress } from '#web/app/list-address.ts'
import { LogFilters } from '#web/audit/LogFilters.tsx'
import { LogRow } from '#web/audit/LogRow.tsx'
import { securityFilterOf, securityQuery } from '#web/security/security.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { Text } from '#web/ui/layout.tsx'

const kinds = [
  { value: '', label: 'Все события' },
  ...Object.entries(securityKindNames).map(([value, label]) => ({ value, label: label as string })),
]

const nothing = { user: undefined, kind: undefined, from: undefined, to: undefined }

/** Who signed in or could not, was refused, or took data away: for curators. */
const SecurityLog = () => {
  const { search, narrow, pageHref } = useListAddress('settings')
  const filter = securityFilterOf(search)
  const query = useQuery(securityQuery(filter))
  const isNarrowed = Boolean(filter.user || filter.kind || filter.from || filter.to)
  return (
    <>
      <Text size={3} tone="quiet" mb={4}>
        Записи нельзя изменить; через {securityKeptDays} дней они удаляются сами. Похожие события складываются в одну
        запись.
      </Text>
      <LogFilters filter={filter} who="Кто" what="Что произошло" kinds={kinds} narrow={narrow} />
      <Text size={3} tone="quiet" role="status" mb={4}>
        {query.data && counted(query.data.total, 'запись', 'записи', 'записей')}
      </Text>
      <FoundList
        query={query}
        items={({ entries }) => entries}
        empty={{
          icon: IconShieldLock,
          title: 'Записей нет',
          text: 'Здесь появится, кто входил на сайт, кому отказано и кто выгружал данные.',
          action: isNarrowed && (
            <Button variant="default" onClick={() => narrow(nothing)}>
              Показать все
            </Button>
          ),
        }}
        pageHref={pageHref}
      >
        {(entries) => entries.map((entry) => <Line key={entry.id} entry={entry} />)}
      </FoundList>
    </>
  )
}

/** «12 раз до 14:05». */
const repeated = ({ count, until }: SecurityEntry) =>
  count > 1 ? `${counted(count, 'раз', 'раза', 'раз')} до ${formatMoment(until)}` : ''

const Line = ({ entry }: { entry: SecurityEntry }) => (
  <LogRow
    at={formatMoment(entry.at)}
    note={repeated(entry)}
    title={`${securityKindNames[entry.kind]}${entry.user ? `: ${fullName(entry.user)}` : ''}`}
  >
    {entry.place && <span data-tip={entry.place}>{placeText(entry.place)}</span>}
    {entry.network && <span>Сеть {entry.network}</span>}
  </LogRow>
)

export default SecurityLog
