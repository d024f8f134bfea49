import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { canCreateCourse } from '#contract/courses/courses.policy.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { BasedOn } from '#web/courses/BasedOn.tsx'
import { CourseForm, emptyCourse } from '#web/courses/CourseForm.tsx'
import { useCreateCourse } from '#web/courses/change-course.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import type { PageLoad } from '#web/page-module.ts'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = 'course:new'

/** What was written of a course before, and the courses it may be based on. */
export const load: PageLoad<'courses.create'> = () => {
  RichTextField.preload()
  return [draftQuery(draftKey), coursesQuery()]
}

const CourseCreatePage = () => {
  const actor = useActor()
  const navigate = useNavigate()
  const create = useCreateCourse()
  if (!actor || !canCreateCourse(actor))
    return (
      <NoAccess
        text="Курсы создают преподаватели и кураторы."
        action={
          <Button component={Link} to={pathTo('courses.index')} variant="default">
            К моим курсам
          </Button>
        }
      />
    )
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Новый курс"
        subtitle={`Уроки, разделы и ${called('студенты')} добавляются после, на странице курса.`}
        crumbs={[{ label: 'Курсы', href: pathTo('courses.index') }]}
      />
      <BasedOn />
      <CourseForm
        draftKey={draftKey}
        saved={emptyCourse}
        statuses={['draft', 'published']}
        saveLabel="Создать курс"
        cancelHref={pathTo('courses.index')}
        save={async (values) => {
          const { course } = await create.mutateAsync(values)
          return () => {
            toast({ severity: 'success', summary: 'Курс создан', detail: 'Теперь добавьте первый урок.' })
            void navigate({ to: pathTo('courses.show', { id: course.id }) })
          }
        }}
      />
    </Wrap>
  )
}

export default CourseCreatePage
