import { useSchool } from '#web/app/school.queries.ts'
import { useUser } from '#web/auth/session.ts'

/** What a person reads before they give up the last second factor that the school demands of them. */
export const demandedAgain =
  'Школа требует подтверждать вход: пока вы не настроите его заново, ничего другого не откроется. Прежние запасные коды перестанут действовать.'

/** Whether the school demands a second factor of the person who is signed in. */
export const useDemanded = () => {
  const role = useUser()?.role.slug
  const demand = useSchool()?.second_factor
  return (demand === 'staff' && role !== 'student') || (demand === 'curators' && role === 'curator')
}
