import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { Erasure } from '#contract/privacy/privacy.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import classes from '#web/privacy/Erasures.module.css'
import { erasuresQuery } from '#web/privacy/privacy.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Text } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/Pager.tsx'

/** The page of the list in an address. */
export const erasuresPageOf = (page: string | undefined) => Math.max(1, Math.trunc(Number(page)) || 1)

const hrefOf = (page: number) => pathTo('users.index', {}, { tab: 'erasures', page: page > 1 ? page : undefined })

const outcomeOf = ({ erased_at, cancelled_at, erase_at }: Erasure) => {
  if (erased_at) return `Данные уничтожены ${formatMoment(erased_at)}`
  if (cancelled_at) return `Отменено ${formatMoment(cancelled_at)}`
  return `Будет удалена ${formatDay(erase_at)}`
}

const reasonOf = ({ user, asked_by }: Erasure) => {
  if (asked_by === null) return 'родитель отозвал согласие'
  return asked_by.id === user.id ? 'по своей просьбе' : `по заявлению, ${fullName(asked_by)}`
}

const Row = ({ erasure }: { erasure: Erasure }) => {
  const { user, asked_at, erased_at } = erasure
  return (
    <Box as="li" gap={1} gapX={4} pad={3} padX={4.5} anywhere className={classes.row}>
      <span>
        {erased_at ? (
          `${fullName(user)} № ${user.id}`
        ) : (
          <Link to={pathTo('users.show', { id: user.id })}>{fullName(user)}</Link>
        )}
      </span>
      <Text as="span" tone="quiet">
        {formatMoment(asked_at)}, {reasonOf(erasure)}
      </Text>
      <span>{outcomeOf(erasure)}</span>
    </Box>
  )
}

/** The record of erasures: the requester, the date, and the outcome. */
export const Erasures = () => {
  const [{ page }] = usePageSearch('users.index')
  return (
    <ListState
      query={useQuery(erasuresQuery(erasuresPageOf(page)))}
      isEmpty={({ erasures }) => erasures.length === 0}
      empty={
        <Card>
          <EmptyState
            icon={IconUserOff}
            title="Никто не просил удалить данные"
            text="Здесь останется запись о каждой просьбе: когда она пришла и когда данные уничтожены."
          />
        </Card>
      }
    >
      {({ erasures, page, pages }) => (
        <>
          <Card flush>
            <Box as="ul" plain>
              {erasures.map((erasure) => (
                <Row key={erasure.id} erasure={erasure} />
              ))}
            </Box>
          </Card>
          <Pager page={page} pages={pages} href={hrefOf} />
        </>
      )}
    </ListState>
  )
}
