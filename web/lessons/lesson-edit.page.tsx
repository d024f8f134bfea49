import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { binDays } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { usePageId } from '#web/app/page-params.ts'
import { reportError } from '#web/app/report-error.ts'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { draftQuery, endOwnDraft } from '#web/drafts/drafts.queries.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/lessons/LessonForm.module.css'
import { LessonForm } from '#web/lessons/LessonForm.tsx'
import { lessonBody, lessonValues } from '#web/lessons/lesson-form.ts'
import { lessonQuery, useDeleteLesson, useRestoreLesson, useUpdateLesson } from '#web/lessons/lessons.queries.ts'
import type { PageLoad } from '#web/routes.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Box } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { counted } from '#web/ui/plural.ts'
import { toast } from '#web/ui/toasts.ts'

const draftKey = (id: number) => `lesson:${id}`

/** The lesson to change, and what was written before. */
export const load: PageLoad<'lessons.edit'> = ({ id }) => [lessonQuery(Number(id)), draftQuery(draftKey(Number(id)))]

/** What happens to the lesson, and to tasks that are handed in. */
const deletionText = (count: number) => {
  const bin = `Урок уйдёт из курса в корзину: вернуть его можно ${counted(binDays, 'день', 'дня', 'дней')}.`
  return count === 0
    ? bin
    : `${bin} В нём ${counted(count, 'сданная работа', 'сданные работы', 'сданных работ')}: студенты и вы по-прежнему сможете их читать, а оценки останутся в журнале и после этого срока.`
}

const DeleteLesson = ({ lesson, onDeleted }: { lesson: KeptLesson; onDeleted: () => void }) => {
  const remove = useDeleteLesson(lesson.id)
  const ask = async () => {
    const accepted = await confirm({
      title: `Удалить урок «${lesson.name}»?`,
      text: deletionText(lesson.task_count ?? 0),
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

const LessonEditor = ({ lesson }: { lesson: KeptLesson }) => {
  const navigate = useNavigate()
  const update = useUpdateLesson(lesson.id)
  const restore = useRestoreLesson()
  // a deleted lesson has nothing left to save
  const [deleted, setDeleted] = useState(false)
  const { course } = lesson
  const teachers = useQuery(courseQuery(course.id)).data?.course.teachers ?? []
  const href = pathTo('lessons.show', { id: lesson.id })
  const courseHref = pathTo('courses.show', { id: course.id })
  const leave = () => {
    setDeleted(true)
    endOwnDraft(draftKey(lesson.id))
    toast({
      severity: 'success',
      summary: 'Урок в корзине курса',
      detail: lesson.name,
      key: 'lesson-bin',
      action: { label: 'Вернуть', onClick: () => restore.mutate(lesson) },
    })
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
          <LessonForm
            draftKey={draftKey(lesson.id)}
            saved={lessonValues(lesson)}
            sections={course.sections}
            teachers={teachers}
            courseId={course.id}
            lessonId={lesson.id}
            cancelHref={href}
            save={async (values) => {
              await update.mutateAsync(lessonBody(values))
              return () => {
                toast({ severity: 'success', summary: 'Урок сохранён' })
                void navigate({ to: href })
              }
            }}
          />
          <Box mt={7} edge="top" className={classes.part}>
            <DeleteLesson lesson={lesson} onDeleted={leave} />
          </Box>
        </>
      )}
    </Wrap>
  )
}

const LessonEditPage = () => {
  const id = usePageId('lessons.edit')
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
