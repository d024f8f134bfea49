import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Statement } from '#contract/statements/statements.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { chosenCourses, chosenIds } from '#web/statements/chosen-courses.ts'
import classes from '#web/statements/Statement.module.css'
import { StatementChoice } from '#web/statements/StatementChoice.tsx'
import { StatementCourses } from '#web/statements/StatementCourses.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { type Crumb, PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

/** Why there is no table. */
const noneText = (statement: Statement, ids: Set<number>, period: { name: string } | undefined) => {
  if (statement.courses.length === 0) return 'Курсов нет и не было.'
  if (ids.size === 0) return 'Выберите хотя бы один курс.'
  return period ? `За период «${period.name}» заданий и оценок нет.` : ''
}

/**
 * Somebody's marks as a sheet to be printed, of the courses and the period that the address names; `signed` leaves a
 * line for a signature.
 */
export const StatementSheet = ({
  statement,
  crumbs,
  signed,
  search,
  onSearch,
}: {
  statement: Statement
  crumbs: Crumb[]
  signed: boolean
  search: { courses?: string | undefined; period?: string | undefined }
  onSearch: (search: { courses?: string | undefined; period?: string | undefined }) => void
}) => {
  const { student, classes: cohorts, periods } = statement
  const school = useSchool()
  usePageTitle(`Справка об успеваемости: ${fullName(student)}`)
  const ids = chosenIds(search.courses, statement.courses)
  const period = periods.find(({ id }) => String(id) === search.period)
  const courses = chosenCourses(statement, ids, period)
  const today = formatDay(new Date())
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Справка об успеваемости"
        subtitle={school?.name}
        crumbs={crumbs}
        actions={
          <Button
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            disabled={courses.length === 0}
            onClick={() => print()}
          >
            Распечатать
          </Button>
        }
      />
      <StatementChoice statement={statement} ids={ids} period={period} onChange={onSearch} />
      <div className={classes.sheet}>
        <Text weight="medium" size={6} anywhere>
          {[student.surname, student.name, student.patronymic].filter(Boolean).join(' ')}
        </Text>
        <Text tone="quiet" anywhere>
          {[...cohorts, period?.name ?? 'за всё время', `на ${today}`].join(' · ')}
        </Text>
        {courses.length === 0 ? (
          <Text mt={4} role="status">
            {noneText(statement, ids, period)}
          </Text>
        ) : (
          <StatementCourses courses={courses} periods={periods} whole={!period} />
        )}
        {signed && courses.length > 0 && (
          <Row gap={5} mt={7} wrap align="stretch" justify="between" className={classes.signature}>
            <span>Дата: {today}</span>
            <span>Подпись: ____________________</span>
          </Row>
        )}
      </div>
    </Wrap>
  )
}
