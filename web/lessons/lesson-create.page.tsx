import { useNavigate } from '@tanstack/react-router'
import type { Course } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { addQuizLater } from '#web/editor/quiz-to-add.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { LessonForm } from '#web/lessons/LessonForm.tsx'
import { emptyLesson, lessonBody } from '#web/lessons/lesson-form.ts'
import { useCreateLesson } from '#web/lessons/lessons.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (courseId: number) => `lesson:new-${courseId}`

/** The course that the lesson is added to, and what was written of one before. */
export const load: PageLoad<'lessons.create'> = ({ course_id }) => {
  RichTextField.preload()
  return [courseQuery(Number(course_id)), draftQuery(draftKey(Number(course_id)))]
}

const LessonCreator = ({ course }: { course: Course }) => {
  const [{ section }] = usePageSearch('lessons.create')
  const navigate = useNavigate()
  const create = useCreateLesson()
  const href = pathTo('courses.show', { id: course.id })
  const chosen = course.sections.find(({ id }) => id === Number(section))?.id ?? null
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Новый урок"
        crumbs={[
          { label: 'Курсы', href: pathTo('courses.index') },
          { label: course.name, href },
        ]}
      />
      <LessonForm
        draftKey={draftKey(course.id)}
        saved={emptyLesson(chosen)}
        sections={course.sections}
        teachers={course.teachers}
        lessons={course.lessons}
        estimatedMinutes={null}
        courseId={course.id}
        lessonId={null}
        saveLabel="Добавить урок"
        cancelHref={href}
        saveForQuiz={async (values, caret) => {
          const { lesson } = await create.mutateAsync({ course_id: course.id, ...lessonBody(values) })
          return () => {
            toast({ severity: 'success', summary: 'Урок сохранён черновиком' })
            addQuizLater(lesson.id, caret)
            void navigate({ to: pathTo('lessons.edit', { id: lesson.id }) })
          }
        }}
        save={async (values) => {
          const { lesson } = await create.mutateAsync({ course_id: course.id, ...lessonBody(values) })
          return () => {
            toast({ severity: 'success', summary: 'Урок добавлен' })
            void navigate({ to: pathTo('lessons.show', { id: lesson.id }) })
          }
        }}
      />
    </Wrap>
  )
}

const LessonCreatePage = () => {
  const id = Number(usePageParams('lessons.create').course_id)
  return (
    <CourseStaffOnly
      query={courseQuery(id)}
      courseOf={({ course }) => ({ teacher_ids: course.teachers.map((teacher) => teacher.id) })}
      text="Уроки добавляют преподаватели курса и кураторы."
      back={{ to: pathTo('courses.show', { id }), label: 'К курсу' }}
    >
      {({ course }) => <LessonCreator course={course} />}
    </CourseStaffOnly>
  )
}

export default LessonCreatePage
