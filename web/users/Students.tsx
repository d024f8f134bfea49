import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { type PageSearch, usePageSearch } from '#web/app/page-params.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FoundRows, ListTools } from '#web/ui/FoundList.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { counted } from '#web/ui/plural.ts'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import classes from '#web/users/Users.module.css'
import { type StudentsFilter, useStudents } from '#web/users/users.queries.ts'

/** What the address asks for. */
export const studentsFilterOf = ({ search }: PageSearch): StudentsFilter => ({ search })

/** Active students with the courses they take. */
export const Students = () => {
  const [search, change] = usePageSearch()
  const filter = studentsFilterOf(search)
  const query = useStudents(filter)
  const look = (words: string | undefined) => change({ search: words }, { replace: true })
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={look}
        found={query.data && counted(query.data.total, 'студент', 'студента', 'студентов')}
      />
      <ListState
        query={query}
        isEmpty={({ users }) => users.length === 0}
        empty={
          <Card>
            {filter.search ? (
              <EmptyState
                icon={IconUsers}
                title="Никого не нашлось"
                text="Проверьте, как написано имя, или посмотрите всех."
                action={
                  <Button variant="default" onClick={() => look(undefined)}>
                    Показать всех
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={IconUsers}
                title="Студентов пока нет"
                text="Они появятся, когда зарегистрируются сами или когда вы создадите им учётные записи."
              />
            )}
          </Card>
        }
      >
        {({ users, total }) => (
          <FoundRows
            busy={query.isPlaceholderData}
            after={<ShowMore query={query} shown={users.length} total={total} />}
          >
            {users.map((user) => (
              <li key={user.id} className={classes.row} data-student>
                <PersonChip person={user} href={pathTo('users.show', { id: user.id })} note={user.email} size={40} />
                <Courses courses={user.courses ?? []} />
              </li>
            ))}
          </FoundRows>
        )}
      </ListState>
    </>
  )
}

const Courses = ({ courses }: { courses: NonNullable<UserRow['courses']> }) =>
  courses.length === 0 ? (
    <p className={classes.quiet}>Пока без курсов</p>
  ) : (
    <ul className={classes.courses} aria-label="Курсы">
      {courses.map(({ id, name }) => (
        <li key={id}>
          <a href={pathTo('courses.show', { id })}>{name}</a>
        </li>
      ))}
    </ul>
  )
