import { Button } from '@mantine/core'
import { IconBook2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { homeCourses } from '#web/home/home.queries.ts'
import { CardList } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box } from '#web/ui/layout.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

const shown = 6

const NewCourse = () => (
  <Button
    component={Link}
    to={pathTo('courses.create')}
    variant="default"
    leftSection={<IconPlus size={16} aria-hidden="true" />}
    fullWidth
  >
    Новый курс
  </Button>
)

/** Courses one teaches, or all of them for a curator, with how many lessons and students they have. */
export const OwnCourses = ({ all }: { all: boolean }) => {
  const query = useQuery(homeCourses)
  return (
    <HomeSection title={all ? 'Курсы' : 'Мои курсы'} more={{ label: 'Все курсы', href: pathTo('courses.index') }}>
      <ListState
        query={query}
        skeleton={<SkeletonList count={3} height={72} />}
        isEmpty={({ courses }) => courses.length === 0}
        empty={
          <EmptyCard
            icon={IconBook2}
            title="Курсов пока нет"
            text="Создайте первый: достаточно названия, уроки добавите потом."
            action={<NewCourse />}
          />
        }
      >
        {({ courses }) => (
          <>
            <CardList>
              {courses
                .filter(({ status }) => status.slug !== 'archived')
                .slice(0, shown)
                .map(({ id, name, status, cover, lesson_count, student_count }) => (
                  <li key={id}>
                    <RowLink
                      to={pathTo('courses.show', { id })}
                      lead={<Cover url={cover.url} ratio="4 / 3" className={classes.mini} />}
                      title={name}
                      note={[
                        status.slug !== 'published' && status.name,
                        counted(lesson_count, 'урок', 'урока', 'уроков'),
                        countedStudents(student_count),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    />
                  </li>
                ))}
            </CardList>
            <Box mt={3}>
              <NewCourse />
            </Box>
          </>
        )}
      </ListState>
    </HomeSection>
  )
}
