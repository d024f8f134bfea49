import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { LinkPage } from '#web/auth/LinkPage.tsx'
import { StatementSheet } from '#web/statements/StatementSheet.tsx'
import { childStatementQuery } from '#web/statements/statements.queries.ts'

/** A child's marks for the parent, by the link from the school's letter. */
const ChildStatement = ({ token, childId }: { token: string; childId: number }) => {
  const [search, change] = usePageSearch('family')
  return (
    <LinkPage
      query={useQuery(childStatementQuery(token, childId))}
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

export default ChildStatement
