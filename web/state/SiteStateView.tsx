import { useQuery } from '@tanstack/react-query'
import type { StateLevel, StatePart } from '#contract/state/state.schema.ts'
import { type StatePartName, statePartNames } from '#contract/state/state-parts.ts'
import { Failures } from '#web/state/Failures.tsx'
import { PolicyReports } from '#web/state/PolicyReports.tsx'
import { stateQuery } from '#web/state/state.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment, formatTime } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const badges: Record<StateLevel, { name: string; color: string; icon: string }> = {
  fine: { name: 'В порядке', color: 'ok', icon: 'check' },
  warning: { name: 'Обратите внимание', color: 'warn', icon: 'clock' },
  failure: { name: 'Не работает', color: 'bad', icon: 'minus' },
}

const headlines: Record<StateLevel, string> = {
  fine: 'Сайт в порядке.',
  warning: 'Сайт работает, но кое на что стоит посмотреть.',
  failure: 'Что-то не работает: начните с того, что отмечено красным.',
}

/** The meaning of a part's moment. */
const momentNames: Partial<Record<StatePartName, string>> = {
  version: 'Собрана',
  backups: 'Последняя копия начата',
  processes: 'Работает с',
}

/**
 * How the site is: version, database, files, letters, backups; what kept failing, and what browsers have refused. For
 * curators.
 */
const SiteStateView = () => (
  <Stack gap={7}>
    <ListState query={useQuery(stateQuery)} skeleton={<SkeletonList count={4} height={120} />}>
      {({ state }) => (
        <Stack gap={4}>
          <Row gap={1} gapX={4} wrap justify="between">
            <Text role="status" weight="medium">
              {headlines[state.level]}
            </Text>
            <Text size={3} tone="quiet">
              Проверено в {formatTime(state.at)}
            </Text>
          </Row>
          <Grid as="ul" plain least={19} gap={4}>
            {state.parts.map((part) => (
              <li key={part.part}>
                <PartCard part={part} />
              </li>
            ))}
          </Grid>
        </Stack>
      )}
    </ListState>
    <Failures />
    <PolicyReports />
  </Stack>
)

const PartCard = ({ part: { part, level, facts, advice, at } }: { part: StatePart }) => (
  <Card style={{ height: '100%' }}>
    <Stack gap={2} anywhere>
      <Row gap={2} wrap justify="between">
        <Text as="h2" size={5}>
          {statePartNames[part]}
        </Text>
        <StatusBadge status={badges[level]} />
      </Row>
      {advice.map((sentence) => (
        <Text key={sentence} tone={level === 'failure' ? 'bad' : 'warn'} weight="medium">
          {sentence}
        </Text>
      ))}
      {facts.map((fact) => (
        <Text key={fact} size={3} tone="soft">
          {fact}
        </Text>
      ))}
      {at && (
        <Text size={3} tone="soft">
          {momentNames[part]} <time dateTime={at}>{formatMoment(at)}</time>
        </Text>
      )}
    </Stack>
  </Card>
)

export default SiteStateView
