import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import type { Studies } from '#contract/family/family.schema.ts'
import { quizName } from '#contract/journal/quiz-name.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import { studiesQuery } from '#web/family/family.queries.ts'
import { TaskMark } from '#web/family/TaskMark.tsx'
import { statementPath } from '#web/statements/statement-path.ts'
import { Card, CardList, CardRow } from '#web/ui/Card.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** How a course goes, in words: «3 из 5 принято, 1 просрочено». */
const progressOf = ({ tasks }: Studies['courses'][number]) => {
  const count = (slug: string) => tasks.filter(({ status }) => status?.slug === slug).length
  const asked = tasks.filter(({ held_on, quiz }) => held_on === null && quiz === null).length
  if (asked === 0) return 'Заданий пока нет'
  const parts = [
    `${count('accepted')} из ${counted(asked, 'задания', 'заданий', 'заданий')} принято`,
    count('submitted') > 0 && `${counted(count('submitted'), 'работа ждёт', 'работы ждут', 'работ ждут')} проверки`,
    count('returned') > 0 && `${count('returned')} на доработке`,
  ]
  return parts.filter(Boolean).join(', ')
}

const Course = ({ course }: { course: Studies['courses'][number] }) => {
  const overdue = course.tasks.filter((task) => task.overdue).length
  const absences = course.tasks.filter(({ absent }) => absent).length
  const marks = course.tasks.filter(({ score }) => score !== null)
  return (
    <CardRow align="start">
      <Box from={16} shrink links="quiet">
        <Text weight="medium" anywhere>
          <Link to={pathTo('courses.show', { id: course.id })}>{course.name}</Link>
        </Text>
        <Text size={2} tone="quiet" anywhere>
          {progressOf(course)}
          {absences > 0 && `, ${counted(absences, 'пропуск', 'пропуска', 'пропусков')}`}
          {overdue > 0 && (
            <Text as="span" tone="bad">
              , {overdue} просрочено
            </Text>
          )}
        </Text>
      </Box>
      {marks.length > 0 && (
        <Row as="ul" plain gap={1} gapX={3} wrap aria-label={`Оценки: ${course.name}`}>
          {marks.map((task) => (
            <li
              key={`${task.held_on} ${task.quiz?.kind} ${task.id}`}
              data-tip={task.quiz ? `${task.lesson}: ${quizName(task.quiz)}` : task.lesson}
            >
              <TaskMark task={task} />
            </li>
          ))}
        </Row>
      )}
    </CardRow>
  )
}

/** A person's classes and courses with the marks of all of them, for curators. */
const StudiesSection = ({ userId }: { userId: number }) => {
  const query = useQuery(studiesQuery(userId))
  return (
    <Box as="section" mt={7} aria-labelledby="studies">
      <Row gap={3} wrap justify="between" mb={4}>
        <h2 id="studies">Учёба</h2>
        <Button
          component={Link}
          to={statementPath(userId)}
          variant="default"
          size="sm"
          leftSection={<IconPrinter size={17} aria-hidden="true" />}
        >
          Справка об успеваемости
        </Button>
      </Row>
      <ListState query={query}>
        {({ studies: { classes, courses } }) => (
          <>
            {classes.length > 0 && (
              <Row as="ul" plain gap={1.5} gapX={4} wrap anywhere mb={3} aria-label={cohortTitle('many')}>
                {classes.map(({ id, name }) => (
                  <li key={id}>
                    <Link to={pathTo('cohorts.show', { id })}>{name}</Link>
                  </li>
                ))}
              </Row>
            )}
            {courses.length === 0 ? (
              <Card>
                <Text tone="quiet">Сейчас не учится ни на одном курсе.</Text>
              </Card>
            ) : (
              <CardList>
                {courses.map((course) => (
                  <Course key={course.id} course={course} />
                ))}
              </CardList>
            )}
          </>
        )}
      </ListState>
    </Box>
  )
}

export default StudiesSection
