import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { canEditCourse } from '#contract/courses/courses.policy.ts'
import type { Course, CourseStatus } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageId } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { CourseForm } from '#web/courses/CourseForm.tsx'
import { courseQuery, useUpdateCourse } from '#web/courses/courses.queries.ts'
import { ProgrammeEditor } from '#web/courses/ProgrammeEditor.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The course to change. */
export const load = ({ id }: Record<string, string>) => [courseQuery(Number(id))]

const CourseEditor = ({ course }: { course: Course }) => {
  const navigate = useNavigate()
  const update = useUpdateCourse(course.id)
  const href = pathTo('courses.show', { id: course.id })
  const { name, summary, content, status } = course
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Редактирование курса"
        crumbs={[
          { label: 'Курсы', href: pathTo('courses.index') },
          { label: name, href },
        ]}
      />
      <CourseForm
        initial={{ name, summary, content, status: status.slug as CourseStatus }}
        statuses={['draft', 'published', 'archived']}
        draftKey={`draft:course:${course.id}`}
        saveLabel="Сохранить"
        cancelHref={href}
        save={async (values) => {
          await update.mutateAsync(values)
          return () => {
            toast({ severity: 'success', summary: 'Курс сохранён' })
            void navigate({ to: href })
          }
        }}
      />
      <ProgrammeEditor course={course} />
    </Wrap>
  )
}

const CourseEditPage = () => {
  const id = usePageId()
  const actor = useActor()
  const query = useQuery(courseQuery(id))
  const skeleton = (
    <Wrap size="narrow">
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={query} skeleton={skeleton} page>
      {({ course }) =>
        actor && canEditCourse(actor, { teacher_ids: course.teachers.map((teacher) => teacher.id) }) ? (
          <CourseEditor course={course} />
        ) : (
          <NoAccess
            text="Менять курс могут его преподаватели и кураторы."
            action={
              <Button component={Link} to={pathTo('courses.show', { id })} variant="default">
                К курсу
              </Button>
            }
          />
        )
      }
    </ListState>
  )
}

export default CourseEditPage
