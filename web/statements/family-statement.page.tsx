import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import { LinkPage } from '#web/auth/LinkPage.tsx'
import type { PageLoad } from '#web/routes.ts'
import { StatementSheet } from '#web/statements/StatementSheet.tsx'
import { childStatementQuery } from '#web/statements/statements.queries.ts'

export const load: PageLoad<'family.statement'> = ({ token, id }) => [childStatementQuery(token, Number(id))]

/** A child's marks for the parent, by the link from the school's letter. */
const FamilyStatementPage = () => {
  const { token, id } = usePageParams('family.statement')
  const [search, change] = usePageSearch('family.statement')
  return (
    <LinkPage
      query={useQuery(childStatementQuery(token, Number(id)))}
      title="Справка об успеваемости"
      dead="Попросите новую на странице для родителей. Если ссылку отменила школа, напишите в школу."
    >
      {({ statement }) => (
        <StatementSheet
          statement={statement}
          crumbs={[{ label: 'Страница для родителей', href: pathTo('family', { token }) }]}
          signed={false}
          search={search}
          onSearch={(search) => void change(search, { replace: true })}
        />
      )}
    </LinkPage>
  )
}

export default FamilyStatementPage
