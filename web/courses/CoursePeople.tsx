import { ActionIcon } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import type { Course } from '#contract/courses/courses.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { MissingCertificates } from '#web/certificates/MissingCertificates.tsx'
import { CourseTeachers } from '#web/courses/CourseTeachers.tsx'
import { type MemberKind, useChangeMember } from '#web/courses/members.queries.ts'
import { PeopleSearch, StudentByEmail } from '#web/courses/PeopleFinder.tsx'
import { PeopleList } from '#web/courses/PeopleList.tsx'
import { statementPath } from '#web/statements/statement-path.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { dismissToast, toast } from '#web/ui/toasts.ts'
import { useFilterField } from '#web/ui/use-filter-field.tsx'

/** Max number of people in the page at once. */
const shown = 100

const messages = {
  students: { in: () => `${called('Студент')} записан на курс`, out: () => `${called('Студент')} убран с курса` },
  teachers: { in: () => 'Преподаватель назначен', out: () => 'Преподаватель убран с курса' },
}

/** Leads to the marks of a student in this course, to be printed. */
const StatementLink = ({ person, courseId }: { person: Person; courseId: number }) => (
  <ActionIcon
    component={Link}
    to={statementPath(person.id, courseId)}
    variant="subtle"
    color="gray"
    aria-label={`Справка об успеваемости: ${fullName(person)}`}
    data-tip="Справка об успеваемости"
  >
    <IconReportAnalytics size={19} stroke={1.75} aria-hidden="true" />
  </ActionIcon>
)

const useMembers = (course: Course, kind: MemberKind) => {
  const { mutate, mutateAsync } = useChangeMember(course.id, kind)
  const change = (person: Person, join: boolean) => {
    const shown = toast({
      severity: 'success',
      summary: messages[kind][join ? 'in' : 'out'](),
      detail: fullName(person),
      action: { label: 'Отменить', onClick: () => mutate({ person, join: !join }) },
      key: `member-${person.id}`,
    })
    return mutateAsync({ person, join }).then(
      () => true,
      () => {
        // the failure has a message of its own
        dismissToast(shown)
        return false
      },
    )
  }
  return { add: (person: Person) => change(person, true), remove: (person: Person) => change(person, false) }
}

/** Who teaches the course, for curators, who decide. */
const EditTeachers = ({ course }: { course: Course }) => {
  const { add, remove } = useMembers(course, 'teachers')
  const { teachers } = course
  return (
    <CourseTeachers teachers={teachers} onRemove={teachers.length > 1 ? remove : undefined}>
      <PeopleSearch
        among="teacher"
        label="Назначить преподавателя"
        verb="Назначить"
        members={new Set(teachers.map(({ id }) => id))}
        onAdd={add}
      />
    </CourseTeachers>
  )
}

/** Who takes the course. */
const CourseStudents = ({ course, actor }: { course: Course; actor: Actor }) => {
  const { add, remove } = useMembers(course, 'students')
  const students = course.students ?? []
  const { found, field } = useFilterField(students, fullName, {
    above: 10,
    type: 'search',
    'aria-label': `Найти среди ${called('студентов')} курса`,
    placeholder: `Найти среди ${called('студентов')} курса`,
  })
  const finder = { members: new Set(students.map(({ id }) => id)), onAdd: add, verb: 'Записать' }
  return (
    <Card>
      <Stack gap={4}>
        <Row as="h2" gap={2} align="baseline">
          {called('Студенты')}{' '}
          <Text as="span" size={4} tone="quiet" weight="medium">
            {students.length}
          </Text>
        </Row>
        {curates(actor, 'people') || curates(actor, 'courses') ? (
          <PeopleSearch among="student" label={`Записать ${called('студента')}`} {...finder} />
        ) : (
          <StudentByEmail {...finder} />
        )}
        {field}
        {students.length === 0 && (
          <Text size={2} tone="quiet" tight>
            Пока никого. Запишите первого {called('студента')}: он получит уведомление.
          </Text>
        )}
        {students.length > 0 && found.length === 0 && (
          <Text size={2} tone="quiet" tight>
            Никого не нашлось
          </Text>
        )}
        {found.length > 0 && (
          <PeopleList
            people={found.slice(0, shown)}
            label={called('Студенты')}
            noteOf={({ cohorts }) => cohorts.join(', ')}
            asideOf={(person) => <StatementLink person={person} courseId={course.id} />}
            // a class takes the course: its students leave the course with it
            stays={({ cohorts }) => cohorts.length > 0}
            onRemove={remove}
          />
        )}
        {found.length > shown && (
          <Text size={2} tone="quiet" tight>
            Показаны первые {shown}: найдите остальных по имени.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

/** The people of a course for those who teach or run it, with the ways to bring in others. */
export const CoursePeople = ({ course, actor }: { course: Course; actor: Actor }) => (
  <>
    {curates(actor, 'people') ? <EditTeachers course={course} /> : <CourseTeachers teachers={course.teachers} />}
    <CourseStudents course={course} actor={actor} />
    <MissingCertificates courseId={course.id} />
  </>
)
