import { Button } from '@mantine/core'
import { IconBook2, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CourseRow } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/ContinueCourses.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { homeCourses } from '#web/home/home.queries.ts'
import { isOver, type NextSteps, openCourses } from '#web/home/next-steps.ts'
import { Card } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const shown = 4

/**
 * A student's courses, each with the lesson to continue with, by `lessons`, or without one where that is shown above;
 * archived ones are in the full list.
 */
export const ContinueCourses = ({ lessons }: Pick<NextSteps, 'lessons'>) => {
  const query = useQuery(homeCourses)
  return (
    <HomeSection title="Продолжить" more={{ label: 'Все курсы', href: pathTo('courses.index') }}>
      <ListState
        query={query}
        skeleton={<SkeletonList count={2} height={122} />}
        isEmpty={({ courses }) => courses.every(isOver)}
        empty={
          <EmptyCard
            icon={IconBook2}
            title="Курсов пока нет"
            text="Когда школа запишет вас на курс, он появится здесь. А пока посмотрите, что делают другие."
            action={
              <Button component={Link} to="/projects" variant="default">
                Смотреть проекты
              </Button>
            }
          />
        }
      >
        {({ courses }) => (
          <Stack as="ul" gap={3} plain>
            {openCourses(courses)
              .slice(0, shown)
              .map((course) => (
                <li key={course.id}>
                  <NextLesson course={course} next={lessons.get(course.id)} />
                </li>
              ))}
          </Stack>
        )}
      </ListState>
    </HomeSection>
  )
}

const NextLesson = ({ course, next }: { course: CourseRow; next: CourseRow['next_lesson'] | undefined }) => {
  const { progress } = course
  const percent = progress?.total ? Math.round((progress.accepted / progress.total) * 100) : null
  const href = next ? pathTo('lessons.show', { id: next.id }) : pathTo('courses.show', { id: course.id })
  return (
    <Card pad={4} className={classes.next}>
      <Cover url={course.cover.url} ratio="3 / 2" className={classes.thumb} />
      <Box tight grow>
        <Text size={2} tone="quiet" anywhere clamp={2}>
          {next
            ? `${course.name} · урок ${next.number} из ${course.lesson_count}`
            : counted(course.lesson_count, 'урок', 'урока', 'уроков')}
        </Text>
        <Text as="h3" size={7} weight="strong" tight anywhere clamp={2}>
          <Text as={Link} covers to={href}>
            {next ? next.name : course.name}
          </Text>
        </Text>
        {progress !== null && percent !== null && (
          <Box mt={2.5}>
            <ProgressBar
              done={progress.accepted}
              total={progress.total}
              label={`Принято работ в курсе «${course.name}»`}
              text={`${percent} %`}
            />
          </Box>
        )}
      </Box>
      <Row
        as="span"
        gap={2}
        pad={2}
        padX={4}
        tone="brand"
        weight="medium"
        ground="brand"
        round="s"
        className={classes.go}
        aria-hidden="true"
      >
        <IconPlayerPlay size={16} stroke={2} />
        {next ? 'К уроку' : 'К курсу'}
      </Row>
    </Card>
  )
}
