import { Button, NativeSelect } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { roles } from '#contract/users/names.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { type PageSearch, usePageSearch } from '#web/app/page-params.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { counted } from '#web/ui/plural.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { UserRow } from '#web/users/UserRow.tsx'
import classes from '#web/users/Users.module.css'
import { type UsersFilter, usersQuery } from '#web/users/users.queries.ts'

const isRole = (slug: string | undefined): slug is RoleSlug => slug !== undefined && slug in roles

/** What the address asks for; what makes no sense in it is left out. */
export const usersFilterOf = ({ search, role, page }: PageSearch): UsersFilter => ({
  search,
  role: isRole(role) ? role : undefined,
  page: Math.max(1, Math.trunc(Number(page)) || 1),
})

/** Everybody of the school, page by page. */
export const AllUsers = () => {
  const [search, change] = usePageSearch()
  const filter = usersFilterOf(search)
  const query = useQuery(usersQuery(filter))
  // another list begins at its first page
  const narrow = (changes: PageSearch) => change({ ...changes, page: undefined }, { replace: true })
  const hrefOf = (page: number) => {
    const words = Object.entries({
      search: filter.search,
      role: filter.role,
      page: page > 1 ? String(page) : undefined,
    })
    const filled = words.filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${pathTo('users.index')}?${new URLSearchParams(filled)}`
  }
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          label="Имя, фамилия или почта"
          value={filter.search ?? ''}
          onSearch={(words) => narrow({ search: words || undefined })}
        />
        <NativeSelect
          aria-label="Роль"
          value={filter.role ?? ''}
          onChange={({ currentTarget }) => narrow({ role: currentTarget.value || undefined })}
          data={[
            { value: '', label: 'Все роли' },
            ...Object.entries(roles).map(([value, label]) => ({ value, label })),
          ]}
        />
        <p className={classes.total} role="status">
          {query.data && counted(query.data.total, 'человек', 'человека', 'человек')}
        </p>
      </div>
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
          <div className={classes.results} aria-busy={query.isPlaceholderData}>
            <Card flush>
              <ul className={classes.list}>
                {users.map((user) => (
                  <UserRow key={user.id} user={user} />
                ))}
              </ul>
            </Card>
            <Pager page={page} pages={pages} href={hrefOf} />
          </div>
        )}
      </ListState>
    </>
  )
}
