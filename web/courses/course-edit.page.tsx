import { useNavigate } from '@tanstack/react-router'
import type { Course, CourseStatus } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageId } from '#web/app/page-params.ts'
import { CourseForm } from '#web/courses/CourseForm.tsx'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery, useUpdateCourse } from '#web/courses/courses.queries.ts'
import { ProgrammeEditor } from '#web/courses/ProgrammeEditor.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
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
  return (
    <CourseStaffOnly
      query={courseQuery(id)}
      courseOf={({ course }) => ({ teacher_ids: course.teachers.map((teacher) => teacher.id) })}
      text="Менять курс могут его преподаватели и кураторы."
      back={{ to: pathTo('courses.show', { id }), label: 'К курсу' }}
    >
      {({ course }) => <CourseEditor course={course} />}
    </CourseStaffOnly>
  )
}

export default CourseEditPage
