import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { pathTo } from '#contract/pages.ts'
import { Missing } from '#web/app/not-found.page.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { ofLink } from '#web/data/endpoint-query.ts'
import { programQuery } from '#web/programs/programs.queries.ts'
import { Wrap } from '#web/ui/PageHeader.tsx'

/**
 * At the address of a course that the reader may not see, as somebody who has just registered to come here: leads to its
 * announcement, where one applies, if it has any.
 */
export const ClosedCourse = ({ id }: { id: number }) => {
  const actor = useActor()
  const { data, isPending } = useQuery({ ...programQuery(id), ...ofLink })
  if (data) return <Navigate to={pathTo('programs.show', { id })} replace />
  if (!isPending) {
    const text =
      actor?.role === 'student'
        ? 'Такого курса нет, или вы на него не записаны. Попросите школу записать вас.'
        : 'Такого курса нет, или ведёте его не вы.'
    return <Missing text={text} />
  }
  return (
    <Wrap>
      <Skeleton height={320} role="status" aria-label="Загрузка" />
    </Wrap>
  )
}
