import { Button, NativeSelect } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { roles } from '#contract/users/names.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FoundRows, ListTools } from '#web/ui/FoundList.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { counted } from '#web/ui/plural.ts'
import { UserRow } from '#web/users/UserRow.tsx'
import { type UsersFilter, usersQuery } from '#web/users/users.queries.ts'

const isRole = (slug: string | undefined): slug is RoleSlug => slug !== undefined && slug in roles

/** What the address asks for; what makes no sense in it is left out. */
export const usersFilterOf = ({ search, role, page }: PageSearch<'users.index'>): UsersFilter => ({
  search,
  role: isRole(role) ? role : undefined,
  page: Math.max(1, Math.trunc(Number(page)) || 1),
})

/** Everybody of the school, page by page. */
export const AllUsers = () => {
  const [search, change] = usePageSearch('users.index')
  const filter = usersFilterOf(search)
  const query = useQuery(usersQuery(filter))
  // another list begins at its first page
  const narrow = (changes: PageSearch<'users.index'>) => change({ ...changes, page: undefined }, { replace: true })
  const hrefOf = (page: number) =>
    pathTo('users.index', {}, { search: filter.search, role: filter.role, page: page > 1 ? page : undefined })
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={(words) => narrow({ search: words })}
        found={query.data && counted(query.data.total, 'человек', 'человека', 'человек')}
      >
        <NativeSelect
          aria-label="Роль"
          value={filter.role ?? ''}
          onChange={({ currentTarget }) => narrow({ role: currentTarget.value || undefined })}
          data={[
            { value: '', label: 'Все роли' },
            ...Object.entries(roles).map(([value, label]) => ({ value, label })),
          ]}
        />
      </ListTools>
      <ListState
        query={query}
        isEmpty={({ users }) => users.length === 0}
        empty={
          <Card>
            <EmptyState
              icon={IconUsers}
              title="Никого не нашлось"
              text="Проверьте, как написано имя, или посмотрите всех."
              action={
                <Button variant="default" onClick={() => narrow({ search: undefined, role: undefined })}>
                  Показать всех
                </Button>
              }
            />
          </Card>
        }
      >
        {({ users, page, pages }) => (
          <FoundRows busy={query.isPlaceholderData} after={<Pager page={page} pages={pages} href={hrefOf} />}>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </FoundRows>
        )}
      </ListState>
    </>
  )
}
