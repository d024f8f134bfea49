import { useNavigate } from '@tanstack/react-router'
import type { Course } from '#contract/courses/courses.schema.ts'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { AdmissionEditor, admissionDraftKey } from '#web/courses/AdmissionEditor.tsx'
import { CourseForm, courseValues } from '#web/courses/CourseForm.tsx'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { useUpdateCourse } from '#web/courses/change-course.ts'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { changesOf } from '#web/forms/changes-of.ts'
import type { PageLoad } from '#web/page-module.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `course:${id}`

const wantsAdmission = (search: PageSearch<'courses.edit'>) => search.view === 'admission'

/** The course to change, and what was written before. */
export const load: PageLoad<'courses.edit'> = ({ id }, search) => {
  RichTextField.preload()
  return [courseQuery(Number(id)), draftQuery((wantsAdmission(search) ? admissionDraftKey : draftKey)(Number(id)))]
}

const CourseTextEditor = ({ course }: { course: Course }) => {
  const navigate = useNavigate()
  const update = useUpdateCourse(course.id)
  const href = pathTo('courses.show', { id: course.id })
  return (
    <CourseForm
      draftKey={draftKey(course.id)}
      saved={courseValues(course)}
      statuses={['draft', 'published', 'archived']}
      cancelHref={href}
      save={async (values) => {
        await update.mutateAsync({ ...changesOf(values, courseValues(course)), edition: course.edition })
        return () => {
          toast({ severity: 'success', summary: 'Курс сохранён' })
          void navigate({ to: href })
        }
      }}
    />
  )
}

const CourseEditor = ({ course }: { course: Course }) => {
  const [search] = usePageSearch('courses.edit')
  const admission = wantsAdmission(search)
  const address = pathTo('courses.edit', { id: course.id })
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Редактирование курса"
        crumbs={[
          { label: 'Курсы', href: pathTo('courses.index') },
          { label: course.name, href: pathTo('courses.show', { id: course.id }) },
        ]}
      />
      <TabLinks
        label="Что менять"
        tabs={[
          { label: 'Курс', href: address, current: !admission },
          { label: 'Объявление и набор', href: `${address}?view=admission`, current: admission },
        ]}
      />
      {admission ? <AdmissionEditor course={course} /> : <CourseTextEditor course={course} />}
    </Wrap>
  )
}

const CourseEditPage = () => {
  const id = usePageId('courses.edit')
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
