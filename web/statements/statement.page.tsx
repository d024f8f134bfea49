import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { isStaff } from '#contract/users/users.policy.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import type { PageLoad } from '#web/routes.ts'
import { StatementSheet } from '#web/statements/StatementSheet.tsx'
import { statementQuery } from '#web/statements/statements.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'

export const load: PageLoad<'users.statement'> = ({ id }) => [statementQuery(Number(id))]

/** The marks of somebody: for themselves, for curators, and for teachers in their own courses. */
const StatementPage = () => {
  const actor = useActor()
  const id = usePageId('users.statement')
  const [search, change] = usePageSearch('users.statement')
  return (
    <ListState query={useQuery(statementQuery(id))} page>
      {({ statement }) => (
        <StatementSheet
          statement={statement}
          crumbs={[
            actor?.id === id
              ? { label: 'Профиль', href: pathTo('profile') }
              : { label: fullName(statement.student), href: pathTo('users.show', { id }) },
          ]}
          signed={isStaff(actor)}
          search={search}
          onSearch={(search) => void change(search, { replace: true })}
        />
      )}
    </ListState>
  )
}

export default StatementPage
