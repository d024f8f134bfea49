import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { Erasure } from '#contract/privacy/privacy.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import classes from '#web/privacy/Erasures.module.css'
import { erasuresQuery } from '#web/privacy/privacy.queries.ts'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { Text } from '#web/ui/layout.tsx'

const outcomeOf = ({ erased_at, cancelled_at, erase_at }: Erasure) => {
  if (erased_at) return `Данные уничтожены ${formatMoment(erased_at)}`
  if (cancelled_at) return `Отменено ${formatMoment(cancelled_at)}`
  return `Будет удалена ${formatDay(erase_at)}`
}

const reasonOf = ({ user, asked_by }: Erasure) => {
  if (asked_by === null) return 'родитель отозвал согласие или не дал его'
  return asked_by.id === user.id ? 'по своей просьбе' : `по заявлению, ${fullName(asked_by)}`
}

const Row = ({ erasure }: { erasure: Erasure }) => {
  const { user, asked_at, erased_at } = erasure
  return (
    <FoundRow links="quiet" gap={1} className={classes.row}>
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
    </FoundRow>
  )
}

/** The record of erasures: the requester, the date, and the outcome. */
export const Erasures = () => {
  const { search, pageHref } = useListAddress('users.index')
  return (
    <FoundList
      query={useQuery(erasuresQuery(listPage(search.page)))}
      items={({ erasures }) => erasures}
      empty={{
        icon: IconUserOff,
        title: 'Никто не просил удалить данные',
        text: 'Здесь останется запись о каждой просьбе: когда она пришла и когда данные уничтожены.',
      }}
      pageHref={pageHref}
    >
      {(erasures) => erasures.map((erasure) => <Row key={erasure.id} erasure={erasure} />)}
    </FoundList>
  )
}
