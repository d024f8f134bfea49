import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconClock, IconList, IconLock, IconMinus, IconPencil } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { bySection } from '#contract/courses/by-section.ts'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import { lessonMark } from '#web/courses/lesson-mark.ts'
import { courseProgress } from '#web/courses/progress.ts'
import classes from '#web/lessons/LessonOutline.module.css'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Box, Center, Row, Text } from '#web/ui/layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface OutlineProps {
  course: Lesson['course']
  currentId: number
  staff: boolean
}

const Dot = ({ lesson: { has_assignment, has_graded_quiz, task, read, locked } }: { lesson: OutlineLesson }) => {
  const asks = has_assignment || has_graded_quiz ? 'open' : 'none'
  const state = locked ? 'locked' : (task?.status.slug ?? (read && !has_assignment ? 'read' : asks))
  return (
    <Center as="span" tone="brand" fixed className={classes.dot} data-state={state} aria-hidden="true">
      {(state === 'accepted' || state === 'read') && <IconCheck size={12} stroke={3} />}
      {state === 'locked' && <IconLock size={13} stroke={2} />}
      {state === 'excused' && <IconMinus size={12} stroke={3} />}
    </Center>
  )
}

const OutlineLink = ({ lesson, current, staff }: { lesson: OutlineLesson; current: boolean; staff: boolean }) => {
  const mark = staff ? lessonMark(lesson) : null
  const Mark = mark?.icon === 'clock' ? IconClock : IconPencil
  const state = mark ?? lesson.task?.status
  return (
    <li>
      <Row
        as={Link}
        align="start"
        gap={2.5}
        pad={1.5}
        padX={2.5}
        tone="soft"
        tight
        round="s"
        className={classes.lesson}
        to={pathTo('lessons.show', { id: lesson.id })}
        aria-current={current ? 'page' : undefined}
      >
        <Dot lesson={lesson} />
        <Text as="span" grow anywhere>
          {lesson.name}
          {state && <VisuallyHidden>, {state.name.toLowerCase()}</VisuallyHidden>}
          {!staff && lesson.has_graded_quiz && <VisuallyHidden>, тест</VisuallyHidden>}
          {lesson.locked && <VisuallyHidden>, пока закрыт</VisuallyHidden>}
          {!state && lesson.read && !staff && <VisuallyHidden>, прочитан</VisuallyHidden>}
        </Text>
        {mark && (
          <Text as="span" mt={0.5} tone="quiet" fixed data-tip={mark.name}>
            <Mark size={14} aria-hidden="true" />
          </Text>
        )}
      </Row>
    </li>
  )
}

const Contents = ({ course, currentId, staff }: OutlineProps) => {
  const { accepted, total } = courseProgress(course.lessons)
  return (
    <Box size={3}>
      <Text
        as={Link}
        links="quiet"
        block
        mb={3}
        padX={2.5}
        weight="strong"
        tight
        anywhere
        to={pathTo('courses.show', { id: course.id })}
      >
        {course.name}
      </Text>
      {!staff && total > 0 && (
        <Box mb={1} padX={2.5}>
          <ProgressBar done={accepted} total={total} label="Принято заданий" />
        </Box>
      )}
      {bySection(course.sections, course.lessons).map(
        ({ section, lessons }) =>
          lessons.length > 0 && (
            <div key={section?.id ?? 0}>
              {section && (
                <Text as="h3" mt={4} mb={1.5} padX={2.5} size={2} tone="quiet" tight anywhere>
                  {section.name}
                </Text>
              )}
              <Box as="ul" plain aria-label={section?.name ?? 'Уроки'}>
                {lessons.map((lesson) => (
                  <OutlineLink key={lesson.id} lesson={lesson} current={lesson.id === currentId} staff={staff} />
                ))}
              </Box>
            </div>
          ),
      )}
    </Box>
  )
}

/** How far the contents of a course were scrolled when they were last seen, in pixels, by the course's id. */
const scrolled = new Map<number, number>()

/** The contents of the course beside a lesson, where they were on the lesson before; the current lesson is in sight. */
export const LessonOutline = (props: OutlineProps) => {
  const nav = useRef<HTMLElement>(null)
  const courseId = props.course.id
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    const box = nav.current?.parentElement
    if (!current || !box || box.scrollHeight <= box.clientHeight) return
    box.scrollTop = scrolled.get(courseId) ?? 0
    const top = current.offsetTop - box.scrollTop
    if (top < 0 || top + current.offsetHeight > box.clientHeight)
      box.scrollTop = current.offsetTop - box.clientHeight / 2
    return () => {
      scrolled.set(courseId, box.scrollTop)
    }
  }, [courseId])
  return (
    <nav ref={nav} aria-label="Содержание курса">
      <h2>
        <VisuallyHidden>Содержание курса</VisuallyHidden>
      </h2>
      <Contents {...props} />
    </nav>
  )
}

/** The same, closed until asked for, and not drawn before: where there is no room beside the lesson. */
export const LessonOutlineDisclosure = (props: OutlineProps) => {
  const [wasUnfolded, setUnfolded] = useState(false)
  const number = props.course.lessons.findIndex(({ id }) => id === props.currentId) + 1
  return (
    <Box unprinted as="nav" aria-label="Содержание курса">
      <Fold onToggle={() => setUnfolded(true)}>
        <FoldSummary weight="medium">
          <Text as="span" tone="quiet">
            <IconList size={18} aria-hidden="true" />
          </Text>
          <Text as="span" grow>
            Содержание курса{' '}
            <Text as="small" tone="quiet" weight="plain">
              {number > 0
                ? `урок ${number} из ${props.course.lessons.length}`
                : counted(props.course.lessons.length, 'урок', 'урока', 'уроков')}
            </Text>
          </Text>
          <FoldArrow />
        </FoldSummary>
        {wasUnfolded && (
          <Box pad={1.5}>
            <Contents {...props} />
          </Box>
        )}
      </Fold>
    </Box>
  )
}
