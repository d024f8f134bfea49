import { Button, Skeleton } from '@mantine/core'
import { IconClock, IconEye, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { Missing } from '#web/app/not-found.page.tsx'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId, usePageSearch } from '#web/app/page-params.ts'
import { useLate } from '#web/app/use-late.ts'
import { useNear } from '#web/app/use-near.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { RichText } from '#web/content/RichText.tsx'
import { Acts, AsStudentBar, isAsStudent, viewerOf, viewOf } from '#web/courses/as-student.tsx'
import { ApiError } from '#web/data/api-error.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { LessonNotices } from '#web/lessons/LessonNotices.tsx'
import { LessonOutline, LessonOutlineDisclosure } from '#web/lessons/LessonOutline.tsx'
import classes from '#web/lessons/LessonPage.module.css'
import { LessonPager } from '#web/lessons/LessonPager.tsx'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { ReadMark } from '#web/lessons/ReadMark.tsx'
import { NotesButton } from '#web/notes/NotesButton.tsx'
import { useLessonNotes } from '#web/notes/use-lesson-notes.ts'
import type { PageLoad } from '#web/page-module.ts'
import type { LessonQuestionsProps } from '#web/questions/LessonQuestions.tsx'
import { LessonTask } from '#web/tasks/LessonTask.tsx'
import { LessonTaskCard } from '#web/tasks/LessonTaskCard.tsx'
import { ReturnedNotice } from '#web/tasks/ReturnedNotice.tsx'
import { TaskOutline } from '#web/tasks/TaskOutline.tsx'
import { useLessonTask } from '#web/tasks/tasks.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

const loadQuizzes = () => import('#web/quizzes/LessonQuizzes.tsx')

/** Most visits are to the lesson itself: the student's task comes with its own address. */
const LessonTaskView = latePart(
  async () => ({ default: (await import('#web/tasks/OwnTaskView.tsx')).LessonTaskView }),
  TaskOutline,
)
const KeptTaskView = latePart(
  async () => ({ default: (await import('#web/tasks/OwnTaskView.tsx')).KeptTaskView }),
  TaskOutline,
)

/** The lesson with the contents of its course; beside it comes what shows the student's task. */
export const load: PageLoad<'lessons.show'> = ({ id }, search) => {
  if (search.work !== undefined) LessonTaskView.preload()
  return [lessonQuery(Number(id), viewOf(search))]
}

const ScormPackages = latePart(
  async () => ({ default: (await import('#web/scorm/ScormPackages.tsx')).ScormPackages }),
  () => <Skeleton height={420} mt="lg" />,
)

const LessonTools = latePart(
  () => import('#web/lti/LessonTools.tsx'),
  () => <Skeleton height={140} mt="lg" />,
)

const Crumbs = ({ lesson: { course, section_id } }: { lesson: KeptLesson }) => {
  const section = course.sections.find(({ id }) => id === section_id)
  return (
    <Box as="nav" links="quiet" className={classes.crumbs} aria-label="Путь к странице">
      <Row as="ol" wrap align="stretch" size={2} tone="quiet" tight plain>
        <Box as="li" anywhere>
          <Link to={pathTo('courses.show', { id: course.id })}>{course.name}</Link>
        </Box>
        {section && (
          <Box as="li" anywhere>
            {section.name}
          </Box>
        )}
      </Row>
    </Box>
  )
}

/** The course with the state of this lesson's task as it is by now. */
const withOwnTask = ({ id, course }: KeptLesson, task: Task | null) =>
  task ? { ...course, lessons: course.lessons.map((row) => (row.id === id ? { ...row, task } : row)) } : course

/** Comes once the reader does. */
const LessonQuestions = latePart<LessonQuestionsProps>(
  () => import('#web/questions/LessonQuestions.tsx'),
  () => <Skeleton height={120} mt="xl" />,
)

/** How near to the window the questions are loaded, in pixels. */
const nearPx = 200

const Questions = (props: LessonQuestionsProps) => {
  const isMeant = useRouterState({ select: ({ location }) => location.hash.startsWith('question-') })
  const [element, near] = useNear<HTMLDivElement>(nearPx, isMeant)
  return <div ref={element}>{near ? <LessonQuestions {...props} /> : <Box pad={8} />}</div>
}

const LessonView = ({ lesson, actor, asStudent }: { lesson: KeptLesson; actor: Actor; asStudent: boolean }) => {
  const task = useLessonTask(lesson)
  const text = useRef<HTMLDivElement>(null)
  const notes = useLessonNotes(lesson, text, !asStudent)
  const Quizzes = useLate(lesson.content.includes('data-quiz='), loadQuizzes, () => {})
  if (task === undefined) return <Outline />
  const staff = isCourseStaff(actor, lesson.course)
  const outline = { course: withOwnTask(lesson, task), currentId: lesson.id, staff }
  return (
    <div
      className={classes.grid}
      data-plain={lesson.assignment ? undefined : true}
      data-notes={notes.open || undefined}
    >
      <div className={classes.outline}>
        <LessonOutline {...outline} />
      </div>
      <div className={classes.disclosure}>
        <LessonOutlineDisclosure {...outline} />
      </div>
      <article className={classes.content}>
        <Crumbs lesson={lesson} />
        <Row gap={3} gapX={4} wrap align="start" justify="between" mt={1.5} mb={4.5}>
          <Box from={16}>
            <Text as="h1" anywhere>
              {lesson.name}
            </Text>
            <Row gap={1.5} mt={1} size={2} tone="quiet">
              <IconClock size={15} aria-hidden="true" />
              {counted(lesson.minutes, 'минута', 'минуты', 'минут')}
            </Row>
          </Box>
          {staff && (
            <Row gap={2} wrap unprinted>
              <Button
                component={Link}
                to={pathTo('lessons.show', { id: lesson.id }, { as: 'student' })}
                variant="default"
                size="sm"
                leftSection={<IconEye size={16} aria-hidden="true" />}
              >
                Как {called('студент')}
              </Button>
              <Button
                component={Link}
                to={pathTo('lessons.edit', { id: lesson.id })}
                variant="default"
                size="sm"
                leftSection={<IconPencil size={16} aria-hidden="true" />}
              >
                Изменить урок
              </Button>
            </Row>
          )}
        </Row>
        <LessonNotices lesson={lesson} staff={staff} />
        {task && !asStudent && (
          <div className={classes.returned}>
            <ReturnedNotice task={task} />
          </div>
        )}
        <div ref={text} className={classes.text}>
          {lesson.content ? (
            <RichText
              html={lesson.content}
              inside={
                Quizzes ? (root, html) => <Quizzes root={root} html={html} lesson={lesson} actor={actor} /> : undefined
              }
            />
          ) : (
            <Text tone="quiet">{staff ? 'Текста в уроке пока нет.' : 'В этом уроке нет текста.'}</Text>
          )}
        </div>
        {lesson.scorm && (
          <ScormPackages key={`scorm-${lesson.id}`} lessonId={lesson.id} staff={staff} keeps={!staff && !asStudent} />
        )}
        {lesson.lti && <LessonTools key={`lti-${lesson.id}`} lessonId={lesson.id} staff={staff} disabled={asStudent} />}
        {!staff && lesson.course.status.slug !== 'archived' && (
          <Acts disabled={asStudent}>
            <ReadMark
              key={lesson.id}
              lesson={lesson}
              isHandedIn={task !== null && task.status.slug !== 'draft'}
              marksItself={!asStudent}
            />
          </Acts>
        )}
      </article>
      {!asStudent && <NotesButton open={notes.open} onToggle={() => notes.show(!notes.open)} />}
      {notes.Part && (
        <notes.Part
          key={`notes-${lesson.id}`}
          lessonId={lesson.id}
          userId={actor.id}
          box={text}
          open={notes.open}
          onOpen={() => notes.show(true)}
          onClose={() => notes.show(false)}
        />
      )}
      {lesson.assignment && (
        <aside className={classes.card} aria-label="Задание урока">
          <LessonTaskCard lesson={lesson} task={task} actor={actor} />
        </aside>
      )}
      <div className={classes.task}>
        {lesson.assignment && (
          <Acts disabled={asStudent}>
            <LessonTask lesson={lesson} task={task} actor={actor} />
          </Acts>
        )}
        {/* above the questions, which load as the reader nears them and would push it from under the pointer */}
        <LessonPager lesson={lesson} />
        <Questions key={lesson.id} lesson={lesson} actor={actor} readOnly={asStudent} />
      </div>
    </div>
  )
}

const Outline = () => (
  <div className={classes.grid} role="status" aria-label="Загрузка">
    <div className={classes.outline}>
      <Skeleton height={320} />
    </div>
    <Stack gap={4} className={classes.content}>
      <Skeleton height={16} width="40%" />
      <Skeleton height={38} width="70%" />
      <Skeleton height={280} mt="md" />
    </Stack>
    <div className={classes.card}>
      <Skeleton height={240} radius="lg" />
    </div>
  </div>
)

/** Whether the lesson asks the reader for a task of their own. */
const asksForTask = (lesson: KeptLesson, actor: Actor) =>
  lesson.assignment !== null && actor.role === 'student' && !isCourseStaff(actor, lesson.course)

/** The address that led to the task before it had a page of its own. */
const useOldAddress = (lessonId: number) => {
  const navigate = useNavigate()
  const isOld = useRouterState({ select: ({ location }) => location.hash === 'work' && !('work' in location.search) })
  useEffect(() => {
    if (isOld) void navigate({ href: taskAddress(lessonId), replace: true })
  }, [isOld, navigate, lessonId])
}

const isNotThere = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 403)

/** The lesson, or with `?work` the student's own task in it, which stays when the lesson can no longer be opened. */
const LessonPage = () => {
  const id = usePageId('lessons.show')
  const actor = useActor()
  const [search, changeSearch] = usePageSearch('lessons.show')
  const query = useQuery(lessonQuery(id, viewOf(search)))
  usePageTitle(query.data?.lesson.name)
  useOldAddress(id)
  if (!actor) return null
  const wantsTask = search.work !== undefined && actor.role === 'student'
  if (wantsTask && isNotThere(query.error)) return <KeptTaskView lessonId={id} userId={actor.id} error={query.error} />
  const asStudent = isAsStudent(search, actor)
  const bar = asStudent && (
    <AsStudentBar onLeave={() => void changeSearch({ as: undefined })} error={query.data ? null : query.error} />
  )
  if (asStudent && query.isError && !query.data) return bar
  return (
    <>
      {bar}
      <ListState
        query={query}
        skeleton={wantsTask ? <TaskOutline /> : <Outline />}
        page={
          <Missing
            text={
              actor.role === 'student'
                ? 'Такого урока нет, или вы не записаны на курс. Попросите школу записать вас.'
                : 'Такого урока нет, или его курс ведёте не вы.'
            }
          />
        }
      >
        {({ lesson }) =>
          wantsTask && asksForTask(lesson, actor) ? (
            <LessonTaskView lesson={lesson} userId={actor.id} />
          ) : (
            <LessonView lesson={lesson} actor={viewerOf(search, actor)} asStudent={asStudent} />
          )
        }
      </ListState>
    </>
  )
}

export default LessonPage
