import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/plural.ts'
import { maxPeople } from '#contract/users/people-acts.ts'
import { canManageUser } from '#contract/users/users.policy.ts'
import { useListAddress } from '#web/app/list-address.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { ListTools } from '#web/ui/ListTools.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { PeopleBar } from '#web/users/PeopleBar.tsx'
import { everybody, PeopleFilters, usersFilterOf } from '#web/users/PeopleFilters.tsx'
import { UserRow } from '#web/users/UserRow.tsx'
import { usersQuery } from '#web/users/users.queries.ts'

/** Everybody of the school, page by page. */
export const AllUsers = () => {
  const { search, narrow, pageHref } = useListAddress('users.index')
  const filter = usersFilterOf(search)
  const query = useQuery(usersQuery(filter))
  const actor = useActor()
  const { page: _, ...shown } = filter
  const selectable = (query.data?.users ?? []).filter(
    ({ id, role }) => actor !== null && id !== actor.id && canManageUser(actor, { role: role.slug }),
  )
  const selection = useSelection(selectable, JSON.stringify(shown), {
    max: maxPeople,
    tooMany: `За раз можно выбрать не больше ${maxPeople} человек`,
  })
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={(search) => narrow({ search })}
        found={query.data && counted(query.data.total, 'человек', 'человека', 'человек')}
      />
      <PeopleFilters filter={filter} narrow={narrow} />
      <FoundList
        query={query}
        items={({ users }) => users}
        empty={{
          icon: IconUsers,
          title: 'Никого не нашлось',
          text: 'Проверьте, как написано имя и что выбрано над списком, или посмотрите всех.',
          action: (
            <Button variant="default" onClick={() => narrow(everybody)}>
              Показать всех
            </Button>
          ),
        }}
        pageHref={pageHref}
      >
        {(users) =>
          users.map((user) => (
            <UserRow key={user.id} user={user} selected={selection.has(user.id)} onSelect={selection.toggle} />
          ))
        }
      </FoundList>
      <PeopleBar selection={selection} />
    </>
  )
}
