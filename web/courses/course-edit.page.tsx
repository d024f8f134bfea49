import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Course, CourseStatus } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageId } from '#web/app/page-params.ts'
import { CourseForm, type CourseWords, courseKind } from '#web/courses/CourseForm.tsx'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery, useUpdateCourse } from '#web/courses/courses.queries.ts'
import { ProgrammeEditor } from '#web/courses/ProgrammeEditor.tsx'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `course:${id}`

/** The course to change, and what was written before. */
export const load = ({ id }: Record<string, string>) => [courseQuery(Number(id)), draftQuery(draftKey(Number(id)))]

const wordsOf = ({ name, summary, content, status }: Course): CourseWords => ({
  name,
  summary,
  content,
  status: status.slug as CourseStatus,
})

const CourseEditor = ({ course }: { course: Course }) => {
  const navigate = useNavigate()
  const update = useUpdateCourse(course.id)
  const href = pathTo('courses.show', { id: course.id })
  const saved = useMemo(() => wordsOf(course), [course])
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Редактирование курса"
        crumbs={[
          { label: 'Курсы', href: pathTo('courses.index') },
          { label: course.name, href },
        ]}
      />
      <DraftedForm
        draftKey={draftKey(course.id)}
        kind={courseKind}
        saved={saved}
        leftKeys={[`draft:course:${course.id}`]}
      >
        {(draft) => (
          <CourseForm
            draft={draft}
            statuses={['draft', 'published', 'archived']}
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
        )}
      </DraftedForm>
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
