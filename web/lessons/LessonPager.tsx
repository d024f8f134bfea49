import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/lessons/LessonPage.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

/** The lessons before and after this one. */
export const LessonPager = ({ lesson }: { lesson: KeptLesson }) => {
  const { lessons } = lesson.course
  const at = lessons.findIndex(({ id }) => id === lesson.id)
  const before = at > 0 ? lessons[at - 1] : undefined
  const after = at >= 0 ? lessons[at + 1] : undefined
  if (!before && !after) return null
  return (
    <Row as="nav" gap={3} align="stretch" mt={7} className={classes.pager} aria-label="Соседние уроки">
      {before && (
        <Link to={pathTo('lessons.show', { id: before.id })} rel="prev">
          <IconArrowLeft size={18} aria-hidden="true" />
          <Text as="span" grow anywhere>
            <Text as="small" tone="quiet" weight="plain">
              Предыдущий урок
            </Text>
            {before.name}
          </Text>
        </Link>
      )}
      {after && (
        <Link to={pathTo('lessons.show', { id: after.id })} rel="next">
          <Text as="span" grow anywhere>
            <Text as="small" tone="quiet" weight="plain">
              Следующий урок
            </Text>
            {after.name}
          </Text>
          <IconArrowRight size={18} aria-hidden="true" />
        </Link>
      )}
    </Row>
  )
}
