import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageId } from '#web/app/page-params.ts'
import { reportError } from '#web/app/report-error.ts'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { draftQuery, endOwnDraft } from '#web/drafts/drafts.queries.ts'
import classes from '#web/lessons/LessonForm.module.css'
import { LessonForm } from '#web/lessons/LessonForm.tsx'
import { lessonKind } from '#web/lessons/lesson-draft.ts'
import { lessonBody, lessonValues } from '#web/lessons/lesson-form.ts'
import { lessonQuery, useDeleteLesson, useUpdateLesson } from '#web/lessons/lessons.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `lesson:${id}`

/** The lesson to change, and what was written before. */
export const load = ({ id }: Record<string, string>) => [lessonQuery(Number(id)), draftQuery(draftKey(Number(id)))]

const DeleteLesson = ({ lesson, onDeleted }: { lesson: Lesson; onDeleted: () => void }) => {
  const remove = useDeleteLesson(lesson.id)
  const ask = async () => {
    const accepted = await confirm({
      title: `Удалить урок «${lesson.name}»?`,
      text: 'Урок и его задание пропадут из курса, сданные работы сохранятся. Вернуть урок будет нельзя.',
      accept: 'Удалить урок',
      danger: true,
    })
    if (!accepted) return
    remove.mutate(undefined, {
      onSuccess: onDeleted,
      onError: (error) => reportError(error, 'Не удалось удалить урок'),
    })
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={17} aria-hidden="true" />}
      loading={remove.isPending}
      onClick={ask}
    >
      Удалить урок
    </Button>
  )
}

const LessonEditor = ({ lesson }: { lesson: Lesson }) => {
  const navigate = useNavigate()
  const update = useUpdateLesson(lesson.id)
  // a deleted lesson has nothing left to save
  const [deleted, setDeleted] = useState(false)
  const { course } = lesson
  const teachers = useQuery(courseQuery(course.id)).data?.course.teachers ?? []
  const href = pathTo('lessons.show', { id: lesson.id })
  const courseHref = pathTo('courses.show', { id: course.id })
  const saved = useMemo(() => lessonValues(lesson), [lesson])
  const leave = () => {
    setDeleted(true)
    endOwnDraft(draftKey(lesson.id))
    toast({ severity: 'success', summary: 'Урок удалён', detail: lesson.name })
    setTimeout(() => void navigate({ to: courseHref }))
  }
  return (
    <Wrap size="narrow">
      <PageHeader
        title="Редактирование урока"
        crumbs={[
          { label: course.name, href: courseHref },
          { label: lesson.name, href },
        ]}
      />
      {!deleted && (
        <>
          <DraftedForm
            draftKey={draftKey(lesson.id)}
            kind={lessonKind(course.sections, teachers)}
            saved={saved}
            leftKeys={[`draft:lesson:${lesson.id}`]}
          >
            {(draft) => (
              <LessonForm
                draft={draft}
                sections={course.sections}
                courseId={course.id}
                lessonId={lesson.id}
                saveLabel="Сохранить"
                cancelHref={href}
                save={async (values) => {
                  await update.mutateAsync(lessonBody(values))
                  return () => {
                    toast({ severity: 'success', summary: 'Урок сохранён' })
                    void navigate({ to: href })
                  }
                }}
              />
            )}
          </DraftedForm>
          <div className={classes.danger}>
            <DeleteLesson lesson={lesson} onDeleted={leave} />
          </div>
        </>
      )}
    </Wrap>
  )
}

const LessonEditPage = () => {
  const id = usePageId()
  return (
    <CourseStaffOnly
      query={lessonQuery(id)}
      courseOf={({ lesson }) => lesson.course}
      text="Менять урок могут преподаватели курса и кураторы."
      back={{ to: pathTo('lessons.show', { id }), label: 'К уроку' }}
    >
      {({ lesson }) => <LessonEditor lesson={lesson} />}
    </CourseStaffOnly>
  )
}

export default LessonEditPage
