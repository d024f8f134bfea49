import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FamilyTask, Studies } from '#contract/family/family.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { curates } from '#contract/users/users.policy.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { currentUser } from '#web/auth/session.ts'
import { toActor, useActor } from '#web/auth/use-actor.ts'
import { studiesQuery } from '#web/family/family.queries.ts'
import classes from '#web/family/Statement.module.css'
import { TaskMark } from '#web/family/TaskMark.tsx'
import type { PageLoad } from '#web/routes.ts'
import { formatDay } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Text } from '#web/ui/layout.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

/** The person's studies; nothing for somebody who is known not to see them. */
export const load: PageLoad<'users.statement'> = ({ id }) => {
  const actor = toActor(currentUser())
  return actor && !curates(actor, 'courses') ? [] : [studiesQuery(Number(id))]
}

/** What stands beside a task without a mark. */
const standing = ({ status, absent, overdue }: FamilyTask) => {
  if (absent) return 'н'
  if (overdue) return 'не сдано'
  return status?.name.toLowerCase() ?? '—'
}

const CourseTable = ({ course: { name, tasks, totals } }: { course: Studies['courses'][number] }) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    {tasks.length + totals.length === 0 ? (
      <Text tone="quiet">Заданий и оценок пока нет.</Text>
    ) : (
      <table aria-label={`Оценки: ${name}`}>
        <thead>
          <tr>
            <th scope="col">Задание</th>
            <th scope="col">Оценка</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={`${task.held_on} ${task.id}`}>
              <th scope="row">
                {task.lesson}
                {task.held_on && `, ${formatDay(task.held_on)}`}
              </th>
              <td>{task.score === null ? standing(task) : <TaskMark task={task} />}</td>
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map(({ period, mark }) => (
              <tr key={period}>
                <th scope="row">{period}, итог</th>
                <td>{mark}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    )}
  </section>
)

const Statement = ({ studies }: { studies: Studies }) => {
  const { id, name, surname, patronymic, classes: cohorts, courses } = studies
  const school = useSchool()
  usePageTitle(`Справка об успеваемости: ${fullName(studies)}`)
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Справка об успеваемости"
        subtitle={school?.name}
        crumbs={[{ label: fullName(studies), href: pathTo('users.show', { id }) }]}
        actions={
          <Button leftSection={<IconPrinter size={18} aria-hidden="true" />} onClick={() => print()}>
            Распечатать
          </Button>
        }
      />
      <div className={classes.sheet}>
        <Text weight="medium" size={5} anywhere>
          {[surname, name, patronymic].filter(Boolean).join(' ')}
        </Text>
        <Text tone="quiet" anywhere>
          {[...cohorts.map((cohort) => cohort.name), `на ${formatDay(new Date())}`].join(' · ')}
        </Text>
        {courses.length === 0 && <Text mt={4}>Сейчас не учится ни на одном курсе.</Text>}
        {courses.map((course) => (
          <CourseTable key={course.id} course={course} />
        ))}
        <Box className={classes.signature}>
          <span>Дата: {formatDay(new Date())}</span>
          <span>Подпись: ____________________</span>
        </Box>
      </div>
    </Wrap>
  )
}

/** The marks of somebody in all their courses, as a sheet to be printed. */
const StatementPage = () => {
  const actor = useActor()
  const query = useQuery({ ...studiesQuery(usePageId('users.statement')), enabled: curates(actor, 'courses') })
  if (!curates(actor, 'courses')) return <NoAccess text="Справки об успеваемости выдают кураторы." />
  return (
    <ListState query={query} page>
      {({ studies }) => <Statement studies={studies} />}
    </ListState>
  )
}

export default StatementPage
