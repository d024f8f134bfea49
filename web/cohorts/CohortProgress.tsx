import { Button, Skeleton } from '@mantine/core'
import { IconBooks, IconMoodCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { behind } from '#contract/cohorts/behind.ts'
import type { Cohort, CohortCell, CohortStudent, CohortProgress as Progress } from '#contract/cohorts/cohorts.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted, plural } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import classes from '#web/cohorts/CohortProgress.module.css'
import { cohortProgressQuery } from '#web/cohorts/cohorts.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { ListChoice } from '#web/ui/ListTools.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

const days = (count: number) => counted(count, 'день', 'дня', 'дней')
const overdueText = (count: number) =>
  `${counted(count, 'работа', 'работы', 'работ')} ${plural(count, 'просрочена', 'просрочены', 'просрочено')}`

/** «на сайте: 2 дня назад», or that somebody has never been here. */
const visitText = ({ visited_at, days_away }: CohortStudent) => {
  if (visited_at === null) return 'на сайте: ещё ни разу'
  return days_away === 0 ? 'на сайте: за последние сутки' : `на сайте: ${days(days_away)} назад`
}

/** Accepted tasks of those that are asked for; in a course without tasks, lessons that were read. */
const Cell = ({ cell }: { cell: CohortCell }) => {
  if (cell.lessons === 0)
    return (
      <Text as="span" tone="quiet">
        нет уроков
      </Text>
    )
  const [done, of, what] =
    cell.total > 0 ? [cell.accepted, cell.total, 'принято'] : [cell.read, cell.lessons, 'прочитано']
  return (
    <>
      <Text as="span" block size={2} tone="quiet" digits nowrap>
        {what} {done} из {of}
      </Text>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ width: `${(done / of) * 100}%` }} />
      </span>
      {cell.overdue > 0 && (
        <Text as="span" block size={2} tone="bad" weight="medium" nowrap>
          просрочено {cell.overdue}
        </Text>
      )}
    </>
  )
}

const StudentRow = ({ student }: { student: CohortStudent }) => (
  <tr>
    <th scope="row">
      <PersonChip person={student} href={pathTo('users.show', { id: student.id })} />
    </th>
    <td>
      <Text as="span" block size={2} tone={student.days_away >= behind.days ? 'bad' : 'quiet'}>
        {visitText(student)}
      </Text>
      {student.overdue > 0 && (
        <Text as="span" block size={2} tone="bad" weight="medium">
          {overdueText(student.overdue)}
        </Text>
      )}
      {student.email && (
        <Text as="a" block size={2} links="underlined" anywhere href={`mailto:${student.email}`}>
          {/* breaks at its @ first */}
          {student.email.replace(/@.*/, '')}
          <wbr />
          {student.email.replace(/^[^@]*/, '')}
        </Text>
      )}
    </td>
    {student.cells.map((cell) => (
      <td key={cell.course_id}>
        <Cell cell={cell} />
      </td>
    ))}
  </tr>
)

const Table = ({
  progress,
  students,
  manages,
}: {
  progress: Progress
  students: CohortStudent[]
  manages: boolean
}) => {
  const own = useUser()?.courses ?? {}
  return (
    <Card flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
      <section className={classes.frame} tabIndex={0} aria-label="Таблица успехов">
        <table>
          <thead>
            <tr>
              <th scope="col">{called('Студент')}</th>
              <th scope="col">Связь</th>
              {progress.courses.map(({ id, name }) => (
                <th scope="col" key={id}>
                  {manages || id in own ? (
                    <Text as={Link} links="quiet" to={pathTo('courses.show', { id }, { view: 'journal' })}>
                      {name}
                    </Text>
                  ) : (
                    name
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <StudentRow key={student.id} student={student} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

const Shown = ({ progress, manages }: { progress: Progress; manages: boolean }) => {
  const [{ status }, change] = usePageSearch('cohorts.show')
  const late = progress.students.filter((student) => student.behind)
  const onlyLate = status === 'behind'
  const students = onlyLate ? late : progress.students
  return (
    <Stack gap={4}>
      <Row gap={3} wrap>
        <ListChoice
          label="Кого показать"
          all={`Все ${called('студенты')}`}
          value={onlyLate ? 'behind' : undefined}
          options={[{ value: 'behind', label: 'Только отстающие' }]}
          onChange={(chosen) => void change({ status: chosen })}
        />
        <Text size={3} tone="soft" role="status">
          {late.length === 0
            ? 'Никто не отстаёт'
            : `${plural(late.length, 'Отстаёт', 'Отстают', 'Отстают')} ${late.length} из ${progress.students.length}`}
        </Text>
      </Row>
      <Text size={2} tone="quiet">
        Отстаёт тот, кто не заходил {days(behind.days)} или дольше либо не сдал в срок хотя бы одну работу.
      </Text>
      {students.length === 0 ? (
        <EmptyCard
          icon={IconMoodCheck}
          title="Никто не отстаёт"
          text="Все заходят на сайт и сдают работы в срок."
          action={
            <Button variant="default" onClick={() => void change({ status: undefined })}>
              Показать всех
            </Button>
          }
        />
      ) : (
        <Table progress={progress} students={students} manages={manages} />
      )}
    </Stack>
  )
}

/** All courses of a class on one screen: how far each student is, and who has fallen behind. */
export const CohortProgress = ({ cohort, manages }: { cohort: Cohort; manages: boolean }) => {
  const query = useQuery(cohortProgressQuery(cohort.id))
  const missing = cohort.students.length === 0 ? called('студентов') : cohort.courses.length === 0 ? 'курсов' : null
  if (missing)
    return (
      <EmptyCard
        icon={cohort.students.length === 0 ? IconUsers : IconBooks}
        title={`Здесь пока нет ${missing}`}
        text={
          manages
            ? `Добавьте ${called('студентов')} и курсы: ${called('студенты')} сразу запишутся на все эти курсы, а здесь появятся их успехи.`
            : `${called('Студентов')} и курсы добавляют кураторы школы.`
        }
        action={
          manages && (
            <Button component={Link} to={pathTo('cohorts.show', { id: cohort.id }, { view: 'members' })}>
              Изменить состав
            </Button>
          )
        }
      />
    )
  return (
    <ListState query={query} skeleton={<Skeleton height={420} radius="lg" />}>
      {({ progress }) => <Shown progress={progress} manages={manages} />}
    </ListState>
  )
}
