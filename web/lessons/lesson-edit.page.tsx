import { Button, Skeleton } from '@mantine/core'
import { IconEye, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Course } from '#contract/courses/courses.schema.ts'
import { binDays } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { CourseStaffOnly } from '#web/courses/CourseStaffOnly.tsx'
import { courseQuery } from '#web/courses/courses.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { draftQuery } from '#web/drafts/drafts.queries.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/lessons/LessonForm.module.css'
import { LessonForm } from '#web/lessons/LessonForm.tsx'
import { LessonPager } from '#web/lessons/LessonPager.tsx'
import { lessonChanges, lessonValues } from '#web/lessons/lesson-form.ts'
import { versionsQuery } from '#web/lessons/lesson-versions.queries.ts'
import { lessonQuery, useDeleteLesson, useRestoreLesson, useUpdateLesson } from '#web/lessons/lessons.queries.ts'
import type { PageLoad } from '#web/page-module.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Box } from '#web/ui/layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { toast } from '#web/ui/toasts.ts'

const OutlineEditor = latePart<{ course: Course; currentId: number }>(
  async () => ({ default: (await import('#web/courses/outline/OutlineEditor.tsx')).OutlineEditor }),
  () => <Skeleton height={320} radius="lg" />,
)

const LessonHistory = latePart<{ lessonId: number }>(
  () => import('#web/lessons/LessonHistory.tsx'),
  () => <Skeleton height={320} radius="lg" />,
)

const EditedTools = latePart<{ lessonId: number }>(
  () => import('#web/lti/EditedTools.tsx'),
  () => null,
)

const draftKey = (id: number) => `lesson:${id}`

/** The lesson to change, and what was written before; or what it was. */
export const load: PageLoad<'lessons.edit'> = ({ id }, { view }) => {
  if (view !== 'history') {
    RichTextField.preload()
    return [lessonQuery(Number(id)), draftQuery(draftKey(Number(id)))]
  }
  LessonHistory.preload()
  return [lessonQuery(Number(id)), versionsQuery(Number(id))]
}

/** What happens to the lesson, and to tasks that are handed in. */
const deletionText = (count: number) => {
  const bin = `Урок уйдёт из курса в корзину: вернуть его можно ${counted(binDays, 'день', 'дня', 'дней')}.`
  return count === 0
    ? bin
    : `${bin} В нём ${counted(count, 'сданная работа', 'сданные работы', 'сданных работ')}: ${called('студенты')} и вы по-прежнему сможете их читать, а оценки останутся в журнале и после этого срока.`
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
  // a deleted lesson has nothing left to save; what was typed stays in its draft, for when it is restored
  const [deleted, setDeleted] = useState(false)
  /** Whether the button that publishes was pressed: then the editor stays open, for writers of several lessons. */
  const publishes = useRef(false)
  const [search] = usePageSearch('lessons.edit')
  const isHistory = search.view === 'history'
  const { course } = lesson
  const whole = useQuery(courseQuery(course.id)).data?.course
  const href = pathTo('lessons.show', { id: lesson.id })
  const courseHref = pathTo('courses.show', { id: course.id })
  const leave = () => {
    setDeleted(true)
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
    <div className={classes.beside}>
      <aside className={classes.outline} aria-label="Программа курса">
        {whole && <OutlineEditor course={whole} currentId={lesson.id} />}
      </aside>
      <div className={classes.editor}>
        <PageHeader
          title={isHistory ? 'История урока' : 'Редактирование урока'}
          crumbs={[
            { label: course.name, href: courseHref },
            { label: lesson.name, href },
          ]}
          actions={
            <>
              {isHistory ? (
                <Button
                  component={Link}
                  to={pathTo('lessons.edit', { id: lesson.id })}
                  variant="default"
                  leftSection={<IconPencil size={17} aria-hidden="true" />}
                >
                  К редактированию
                </Button>
              ) : (
                <Button
                  component={Link}
                  to={pathTo('lessons.edit', { id: lesson.id }, { view: 'history' })}
                  variant="default"
                  leftSection={<IconHistory size={17} aria-hidden="true" />}
                >
                  История
                </Button>
              )}
              <Button
                component={Link}
                to={href}
                variant="default"
                leftSection={<IconEye size={17} aria-hidden="true" />}
              >
                Открыть урок
              </Button>
            </>
          }
        />
        {isHistory && !deleted && <LessonHistory lessonId={lesson.id} />}
        {!deleted && !isHistory && (
          <>
            <LessonForm
              key={lesson.id}
              draftKey={draftKey(lesson.id)}
              saved={lessonValues(lesson)}
              sections={course.sections}
              teachers={whole?.teachers ?? []}
              lessons={course.lessons.filter(({ id }) => id !== lesson.id)}
              estimatedMinutes={lesson.estimated_minutes}
              courseId={course.id}
              lessonId={lesson.id}
              cancelHref={href}
              onPublish={() => {
                publishes.current = true
              }}
              save={async (values) => {
                const stays = publishes.current && values.visibility === 'now'
                publishes.current = false
                await update.mutateAsync({ ...lessonChanges(values, lesson), edition: lesson.edition })
                return () => {
                  const action = { label: 'Посмотреть', onClick: () => void navigate({ to: href }) }
                  if (stays) toast({ severity: 'success', summary: 'Урок опубликован', action })
                  else {
                    toast({ severity: 'success', summary: 'Урок сохранён' })
                    void navigate({ to: href })
                  }
                }
              }}
            />
            <EditedTools key={`lti-${lesson.id}`} lessonId={lesson.id} />
            <LessonPager lesson={lesson} page="lessons.edit" />
            <Box mt={7} edge="top" className={classes.part}>
              <DeleteLesson lesson={lesson} onDeleted={leave} />
            </Box>
          </>
        )}
      </div>
    </div>
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
