import { keepPreviousData } from '@tanstack/react-query'
import type { PageSearch } from '#contract/pages.ts'
import { securityApi } from '#contract/security/security.api.ts'
import { securityKinds } from '#contract/security/security-kinds.ts'
import { listPage } from '#web/app/list-address.ts'
import { beginning, dayOf, idOf } from '#web/audit/audit-address.ts'
import { q } from '#web/data/endpoint-query.ts'

/** What the address narrows the log down to; what makes no sense in it is left out. */
export const securityFilterOf = ({ user, kind, from, to, page }: PageSearch<'settings'>) => ({
  user: idOf(user),
  kind: securityKinds.find((known) => known === kind),
  from: dayOf(from),
  to: dayOf(to),
  page: listPage(page),
})

type SecurityFilter = ReturnType<typeof securityFilterOf>

/** The security log, page by page: for curators. */
export const securityQuery = ({ user, kind, from, to, page }: SecurityFilter) =>
  q(
    securityApi.list,
    { query: { user_id: user, kind, from: beginning(from, 0), to: beginning(to, 1), page } },
    { placeholderData: keepPreviousData },
  )
