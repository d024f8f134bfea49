import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { UserRow } from '#contract/users/users.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useListAddress } from '#web/app/list-address.ts'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { ListChoice, ListTools } from '#web/ui/ListTools.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { addressNote } from '#web/users/address-note.tsx'
import { countedStudents } from '#web/users/counted-students.ts'
import classes from '#web/users/Users.module.css'
import { type StudentsFilter, useStudents } from '#web/users/users.queries.ts'

const EnrolDialog = lateDialog(() => import('#web/courses/EnrolDialog.tsx'))

/** What the address asks for. */
export const studentsFilterOf = ({ search, without_course }: PageSearch<'users.index'>): StudentsFilter => ({
  search,
  without_course: without_course === 'true' || undefined,
})

/** What is shown without rows. */
const nobody = ({ search, without_course }: StudentsFilter, showAll: () => void) => {
  if (search)
    return {
      icon: IconUsers,
      title: 'Никого не нашлось',
      text: 'Проверьте, как написано имя, или посмотрите всех.',
      action: (
        <Button variant="default" onClick={showAll}>
          Показать всех
        </Button>
      ),
    }
  return without_course
    ? {
        icon: IconUsers,
        title: 'Все на курсах',
        text: 'Новички появятся здесь, когда зарегистрируются сами или когда вы создадите им учётные записи.',
      }
    : {
        icon: IconUsers,
        title: `${called('Студентов')} пока нет`,
        text: 'Они появятся, когда зарегистрируются сами или когда вы создадите им учётные записи.',
      }
}

/** Active students with the courses they take. */
export const Students = () => {
  const { search, narrow } = useListAddress('users.index')
  const filter = studentsFilterOf(search)
  const query = useStudents(filter)
  const look = (search: string | undefined) => narrow({ search })
  return (
    <>
      <ListTools
        label="Имя, фамилия или почта"
        search={filter.search}
        onSearch={look}
        found={query.data && countedStudents(query.data.total)}
      >
        <ListChoice
          label={`Курсы ${called('студента')}`}
          all={`Все ${called('студенты')}`}
          value={filter.without_course ? 'none' : undefined}
          options={[{ value: 'none', label: 'Без курса' }]}
          onChange={(value) => narrow({ without_course: value && 'true' })}
        />
      </ListTools>
      <FoundList query={query} items={({ users }) => users} empty={nobody(filter, () => look(undefined))}>
        {(users) =>
          users.map((user) => (
            <FoundRow key={user.id} className={classes.student}>
              <PersonChip
                person={user}
                href={pathTo('users.show', { id: user.id })}
                note={addressNote(user)}
                size={40}
              />
              <Courses user={user} />
            </FoundRow>
          ))
        }
      </FoundList>
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
    <Row as="ul" gap={1.5} wrap align="stretch" plain aria-label="Курсы">
      {courses.map(({ id, name }) => (
        <li key={id}>
          <Text
            as={Link}
            links="quiet"
            block
            pad={1}
            padX={2.5}
            size={2}
            tone="soft"
            ground="idle"
            hover="brand"
            round="full"
            to={pathTo('courses.show', { id })}
          >
            {name}
          </Text>
        </li>
      ))}
    </Row>
  )
}
