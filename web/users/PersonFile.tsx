import { accountStateNames } from '#contract/users/people-filter.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { formatCalendarDay, formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** What the school keeps of a person, for curators and leaders of their class; what is not filled in is left out. */
export const PersonFile = ({ user }: { user: UserProfile }) => {
  const { patronymic, login, birth_date, own_number, state, visited_at } = user
  const facts = [
    patronymic && `Отчество: ${patronymic}`,
    login && `Логин: ${login}`,
    birth_date && `Дата рождения: ${formatCalendarDay(birth_date)}`,
    own_number && `Номер в школе: ${own_number}`,
    visited_at !== undefined && (visited_at ? `Последний визит: ${formatDay(visited_at)}` : 'Визитов ещё не было'),
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  const trouble = state ? accountStateNames[state] : ''
  if (facts.length === 0 && !trouble) return null
  return (
    <Row
      as="ul"
      plain
      unprinted
      gap={0.5}
      gapX={4}
      wrap
      mt={1}
      size={3}
      tone="quiet"
      anywhere
      aria-label="Личные данные"
    >
      {facts.map((fact) => (
        <li key={String(fact)}>{fact}</li>
      ))}
      {trouble && (
        <Text as="li" tone={state === 'off' ? 'bad' : 'warn'}>
          {trouble}
        </Text>
      )}
    </Row>
  )
}
