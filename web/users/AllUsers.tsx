import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PageSearch } from '#contract/pages.ts'
import { roles } from '#contract/users/names.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { ListChoice, ListTools } from '#web/ui/ListTools.tsx'
import { counted } from '#web/ui/plural.ts'
import { UserRow } from '#web/users/UserRow.tsx'
import { type UsersFilter, usersQuery } from '#web/users/users.queries.ts'

const isRole = (slug: string | undefined): slug is RoleSlug => slug !== undefined && slug in roles

/** What the address asks for; what makes no sense in it is left out. */
export const usersFilterOf = ({ search, role, page }: PageSearch<'users.index'>): UsersFilter => ({
  search,
  role: isRole(role) ? role : undefined,
  page: listPage(page),
})

/** Everybody of the school, page by page. */
export const AllUsers = () => {
  const { search, narrow, pageHref } = useListAddress('users.index')
  const filter = usersFilterOf(search)
  const query = useQuery(usersQuery(filter))
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={(search) => narrow({ search })}
        found={query.data && counted(query.data.total, 'человек', 'человека', 'человек')}
      >
        <ListChoice
          label="Роль"
          all="Все роли"
          value={filter.role}
          options={Object.entries(roles).map(([value, label]) => ({ value, label }))}
          onChange={(role) => narrow({ role })}
        />
      </ListTools>
      <FoundList
        query={query}
        items={({ users }) => users}
        empty={{
          icon: IconUsers,
          title: 'Никого не нашлось',
          text: 'Проверьте, как написано имя, или посмотрите всех.',
          action: (
            <Button variant="default" onClick={() => narrow({ search: undefined, role: undefined })}>
              Показать всех
            </Button>
          ),
        }}
        pageHref={pageHref}
      >
        {(users) => users.map((user) => <UserRow key={user.id} user={user} />)}
      </FoundList>
    </>
  )
}
