import '#web/ui/input-styles.ts'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { PageSearch } from '#contract/pages.ts'
import { ActorChoice } from '#web/audit/ActorChoice.tsx'
import classes from '#web/audit/Log.module.css'
import { DateInput } from '#web/ui/DateInput.tsx'
import { Row } from '#web/ui/layout.tsx'

/** What a journal is narrowed down to. */
interface LogFilter {
  user?: number | undefined
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The fields over a journal of what people did: who, what, and between which days. */
export const LogFilters = ({
  filter: { user, kind, from, to },
  who,
  what,
  kinds,
  narrow,
}: {
  filter: LogFilter
  /** The label of the person who acted. */
  who: string
  /** The label of the kinds. */
  what: string
  kinds: NonNullable<NativeSelectProps['data']>
  narrow: (changes: PageSearch<'settings'>) => void
}) => (
  <Row gap={3} wrap mb={4}>
    <ActorChoice className={classes.field} label={who} value={user} onChange={(user) => narrow({ user })} />
    <NativeSelect
      className={classes.field}
      label={what}
      value={kind ?? ''}
      data={kinds}
      onChange={({ currentTarget }) => narrow({ kind: currentTarget.value || undefined })}
    />
    <DateInput
      miw={0}
      label="С какого дня"
      value={from ?? ''}
      onChange={({ currentTarget }) => narrow({ from: currentTarget.value || undefined })}
    />
    <DateInput
      miw={0}
      label="По какой день"
      value={to ?? ''}
      onChange={({ currentTarget }) => narrow({ to: currentTarget.value || undefined })}
    />
  </Row>
)
