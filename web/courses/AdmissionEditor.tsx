import { useNavigate } from '@tanstack/react-router'
import type { Course } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { AdmissionForm } from '#web/courses/AdmissionForm.tsx'
import { admissionOf, admissionValues } from '#web/courses/admission-form.ts'
import { useUpdateCourse } from '#web/courses/change-course.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The key of the announcement's draft. */
export const admissionDraftKey = (id: number) => `course-admission:${id}`

/** The announcement of a course and the terms of enrolment, to be changed. */
export const AdmissionEditor = ({ course }: { course: Course }) => {
  const navigate = useNavigate()
  const update = useUpdateCourse(course.id)
  const page = pathTo('programs.show', { id: course.id })
  const course_page = pathTo('courses.show', { id: course.id })
  const published = course.status.slug === 'published'
  const open = course.announced && published
  const missing = [!course.announced && 'включите «Показывать всем как программу»', !published && 'опубликуйте курс']
  const state = open
    ? 'Объявление видят все.'
    : `Объявление не видит никто, кроме преподавателей и кураторов. Чтобы его увидели все, ${missing.filter(Boolean).join(' и ')}.`
  return (
    <>
      <Notice
        icon="info"
        action={
          open && (
            <LinkButton quiet href={page}>
              Открыть объявление
            </LinkButton>
          )
        }
      >
        {state}
      </Notice>
      <AdmissionForm
        draftKey={admissionDraftKey(course.id)}
        saved={admissionValues(course)}
        cancelHref={course_page}
        save={async (values) => {
          const changes = changesOf(admissionOf(values), admissionOf(admissionValues(course)))
          await update.mutateAsync({ ...changes, edition: course.edition })
          return () => {
            toast({ severity: 'success', summary: 'Объявление сохранено' })
            void navigate({ to: values.announced && published ? page : course_page })
          }
        }}
      />
    </>
  )
}
