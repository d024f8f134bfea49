import { Link } from '#web/app/Link.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FoundRows, ListTools } from '#web/ui/FoundList.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { counted } from '#web/ui/plural.ts'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { addressNote } from '#web/users/address-note.tsx'
import classes from '#web/users/Users.module.css'
import { type StudentsFilter, useStudents } from '#web/users/users.queries.ts'

const EnrolDialog = lateDialog(() => import('#web/courses/EnrolDialog.tsx'))

/** What the address asks for. */
export const studentsFilterOf = ({ search, without_course }: PageSearch<'users.index'>): StudentsFilter => ({
  search,
  without_course: without_course === 'true' || undefined,
})

/** Active students with the courses they take. */
export const Students = () => {
  const [search, change] = usePageSearch('users.index')
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
      >
        <NativeSelect
          aria-label="Курсы студента"
          value={filter.without_course ? 'none' : ''}
          onChange={({ currentTarget }) =>
            change({ without_course: currentTarget.value === 'none' ? 'true' : undefined }, { replace: true })
          }
          data={[
            { value: '', label: 'Все студенты' },
            { value: 'none', label: 'Без курса' },
          ]}
        />
      </ListTools>
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
            ) : filter.without_course ? (
              <EmptyState
                icon={IconUsers}
                title="Все на курсах"
                text="Новички появятся здесь, когда зарегистрируются сами или когда вы создадите им учётные записи."
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
              <Box as="li" key={user.id} gap={2} gapX={4} pad={3} padX={4.5} className={classes.row} data-student>
                <PersonChip
                  person={user}
                  href={pathTo('users.show', { id: user.id })}
                  note={addressNote(user)}
                  size={40}
                />
                <Courses user={user} />
              </Box>
            ))}
          </FoundRows>
        )}
      </ListState>
    </>
  )
}

const Courses = ({ user }: { user: UserRow }) => {
  const { courses = [] } = user
  const [enrolling, setEnrolling] = useState(false)
  return courses.length === 0 ? (
    <Row gap={2} gapX={4} wrap justify="between">
      <Text size={3} tone="quiet">
        Пока без курсов
      </Text>
      <Button
        size="sm"
        variant="default"
        aria-label={`Записать на курс: ${fullName(user)}`}
        onClick={() => setEnrolling(true)}
      >
        Записать на курс
      </Button>
      {enrolling && <EnrolDialog person={user} onClose={() => setEnrolling(false)} />}
    </Row>
  ) : (
    <Row as="ul" gap={1.5} wrap align="stretch" plain className={classes.courses} aria-label="Курсы">
      {courses.map(({ id, name }) => (
        <li key={id}>
          <Link to={pathTo('courses.show', { id })}>{name}</Link>
        </li>
      ))}
    </Row>
  )
}
