import { dayText } from '#contract/dates.ts'
import { quizName } from '#contract/journal/quiz-name.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { counted } from '#contract/plural.ts'
import type { Statement, StatementCourse, StatementMark } from '#contract/statements/statements.schema.ts'
import { isUnanswered } from '#contract/statements/unanswered.ts'
import classes from '#web/statements/Statement.module.css'
import { formatDay } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'

/** What is shown beside something without a mark. */
const standing = ({ absent, missing, status }: StatementMark) => {
  if (absent) return absentMark
  if (missing) return 'не сдано'
  return status?.name.toLowerCase() ?? '—'
}

const markOf = (line: StatementMark) => {
  if (line.mark === null) return standing(line)
  return line.out_of === null ? line.mark : `${line.mark} из ${scoreText(line.out_of)}`
}

/** How the course goes as a whole; the average only over all of it. */
const summaryOf = ({ archived, left_at, average, lines }: StatementCourse, whole: boolean) => {
  const absences = lines.filter((line) => line.kind !== 'total' && line.absent).length
  return [
    archived && 'курс в архиве',
    left_at !== null && `на курсе до ${formatDay(left_at)}`,
    whole && average !== null && `средний результат ${scoreText(average)} %`,
    absences > 0 && counted(absences, 'пропуск', 'пропуска', 'пропусков'),
  ].filter(Boolean)
}

const CourseTable = ({
  course,
  periods,
  whole,
}: {
  course: StatementCourse
  periods: Statement['periods']
  whole: boolean
}) => {
  const { name, lines } = course
  const summary = summaryOf(course, whole)
  const nameOf = new Map(periods.map((period) => [period.id, period.name]))
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {summary.length > 0 && (
        <Text tone="quiet" mb={2} className={classes.summary}>
          {summary.join(' · ')}
        </Text>
      )}
      {lines.length === 0 ? (
        <Text tone="quiet">Заданий и оценок пока нет.</Text>
      ) : (
        <table aria-label={`Оценки: ${name}`}>
          <thead>
            <tr>
              <th scope="col">Дата</th>
              <th scope="col">Работа</th>
              <th scope="col">Оценка</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) =>
              line.kind === 'total' ? (
                <tr key={`total ${line.period_id}`} className={classes.total}>
                  <td />
                  <th scope="row">{nameOf.get(line.period_id)}, итог</th>
                  <td>{line.set ? line.mark : `(${line.mark})`}</td>
                </tr>
              ) : (
                <tr key={`${line.kind} ${line.id}`}>
                  <td>{!isUnanswered(line) && dayText(line.day)}</td>
                  <th scope="row">
                    {line.name}
                    {line.quiz !== null &&
                      `: ${quizName({ kind: line.kind === 'tool' ? 'tool' : 'quiz', title: line.quiz })}`}
                  </th>
                  <td>{markOf(line)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The tables of a statement, one for each course, and what their signs mean. */
export const StatementCourses = ({
  courses,
  periods,
  whole,
}: {
  courses: StatementCourse[]
  periods: Statement['periods']
  /** Whether these are all marks of the courses, not those of one period. */
  whole: boolean
}) => {
  const lines = courses.flatMap((course) => course.lines)
  const signs = [
    lines.some((line) => line.kind !== 'total' && line.absent && line.mark === null) &&
      `«${absentMark}» — отсутствие на занятии.`,
    lines.some((line) => line.kind === 'total' && !line.set) &&
      'В скобках — итог по оценкам на сегодня, ещё не выставлен.',
  ].filter(Boolean)
  return (
    <>
      {courses.map((course) => (
        <CourseTable key={course.id} course={course} periods={periods} whole={whole} />
      ))}
      {signs.length > 0 && (
        <Text tone="quiet" size={2} mt={4} className={classes.signs}>
          {signs.join(' ')}
        </Text>
      )}
    </>
  )
}
