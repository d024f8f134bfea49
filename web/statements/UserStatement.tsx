import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { isStaff } from '#contract/users/users.policy.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { StatementSheet } from '#web/statements/StatementSheet.tsx'
import { statementQuery } from '#web/statements/statements.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'

/** The marks of somebody: for themselves, for curators, and for teachers in their own courses. */
const UserStatement = ({ userId: id }: { userId: number }) => {
  const actor = useActor()
  const [search, change] = usePageSearch('courses.index')
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

export default UserStatement
