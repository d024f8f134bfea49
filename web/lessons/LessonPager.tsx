import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/lessons/LessonPage.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

const look = {
  links: 'quiet',
  gap: 3,
  pad: 3,
  padX: 4,
  weight: 'medium',
  tight: true,
  ground: 'surface',
  round: 'm',
  edge: 'line',
  shadow: 'card',
  grow: true,
} as const

/** The lessons before and after this one, to read or to edit. */
export const LessonPager = ({
  lesson,
  page = 'lessons.show',
}: {
  lesson: Pick<KeptLesson, 'id' | 'course'>
  page?: 'lessons.show' | 'lessons.edit'
}) => {
  const { lessons } = lesson.course
  const at = lessons.findIndex(({ id }) => id === lesson.id)
  const before = at > 0 ? lessons[at - 1] : undefined
  const after = at >= 0 ? lessons[at + 1] : undefined
  if (!before && !after) return null
  return (
    <Row unprinted as="nav" gap={3} align="stretch" mt={7} className={classes.pager} aria-label="Соседние уроки">
      {before && (
        <Row as={Link} {...look} to={pathTo(page, { id: before.id })} rel="prev">
          <Text as="span" tone="quiet">
            <IconArrowLeft size={18} aria-hidden="true" />
          </Text>
          <Text as="span" grow anywhere>
            <Text as="small" block tone="quiet" weight="plain">
              Предыдущий урок
            </Text>
            {before.name}
          </Text>
        </Row>
      )}
      {after && (
        <Row as={Link} {...look} to={pathTo(page, { id: after.id })} rel="next">
          <Text as="span" grow anywhere>
            <Text as="small" block tone="quiet" weight="plain">
              Следующий урок
            </Text>
            {after.name}
          </Text>
          <Text as="span" tone="quiet">
            <IconArrowRight size={18} aria-hidden="true" />
          </Text>
        </Row>
      )}
    </Row>
  )
}
