import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { reportError } from '#web/data/report-error.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { useMarkRead, useMarkUnread } from '#web/lessons/lessons.queries.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

/** How long the end of a lesson is on screen until it counts as read, in milliseconds. */
const readingMs = 4000

/**
 * Shown at the end of a lesson: once that has been on screen, the student has read it. The mark can be set and taken
 * back by hand; a task that was handed in sets it for good.
 */
export const ReadMark = ({
  lesson,
  isHandedIn,
  marksItself,
}: {
  lesson: KeptLesson
  isHandedIn: boolean
  marksItself: boolean
}) => {
  const end = useRef<HTMLDivElement>(null)
  const wasUnmarked = useRef(false)
  const mark = useMarkRead(lesson.id)
  const unmark = useMarkUnread(lesson.id)
  const focusNext = useFocusNext(end)
  const { mutate } = mark
  useEffect(() => {
    const element = end.current
    if (!marksItself || lesson.read || wasUnmarked.current || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOnScreen = false
    const wait = () => {
      clearTimeout(timer)
      // without the network it is marked on another visit
      if (isOnScreen && !document.hidden) timer = setTimeout(() => mutate(), readingMs)
    }
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? false
      wait()
    })
    observer.observe(element)
    document.addEventListener('visibilitychange', wait)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', wait)
      clearTimeout(timer)
    }
  }, [marksItself, lesson.read, mutate])
  return (
    <Row ref={end} gap={3} wrap mt={6} size={3} role="group" aria-label="Прочитан ли урок">
      {lesson.read ? (
        <>
          <Row as="span" gap={1.5} inline tone="ok" weight="medium" role="status">
            <IconCheck size={18} stroke={2} aria-hidden="true" />
            Урок прочитан
          </Row>
          {!isHandedIn && (
            <SteadyButton
              size="xs"
              variant="subtle"
              color="gray"
              data-act="unmark"
              busy={unmark.isPending}
              onClick={() => {
                wasUnmarked.current = true
                unmark.mutate(undefined, {
                  onSuccess: () => focusNext('[data-act="mark"]'),
                  onError: (error) => reportError(error, 'Не удалось снять отметку'),
                })
              }}
            >
              Снять отметку
            </SteadyButton>
          )}
        </>
      ) : (
        <SteadyButton
          size="sm"
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden="true" />}
          data-act="mark"
          busy={mark.isPending}
          onClick={() =>
            mark.mutate(undefined, {
              onSuccess: () => focusNext('[data-act="unmark"]'),
              onError: (error) => reportError(error, 'Не удалось отметить урок'),
            })
          }
        >
          Отметить прочитанным
        </SteadyButton>
      )}
      {!lesson.read && !wasUnmarked.current && (
        <Text as="span" tone="quiet" size={2}>
          Отметится само, когда вы дочитаете
        </Text>
      )}
    </Row>
  )
}
