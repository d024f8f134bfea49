import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/lessons/LessonPage.module.css'

/** The lessons before and after this one. */
export const LessonPager = ({ lesson }: { lesson: KeptLesson }) => {
  const { lessons } = lesson.course
  const at = lessons.findIndex(({ id }) => id === lesson.id)
  const before = at > 0 ? lessons[at - 1] : undefined
  const after = at >= 0 ? lessons[at + 1] : undefined
  if (!before && !after) return null
  return (
    <nav className={classes.pager} aria-label="Соседние уроки">
      {before && (
        <a href={pathTo('lessons.show', { id: before.id })} rel="prev">
          <IconArrowLeft size={18} aria-hidden="true" />
          <span>
            <small>Предыдущий урок</small>
            {before.name}
          </span>
        </a>
      )}
      {after && (
        <a href={pathTo('lessons.show', { id: after.id })} rel="next">
          <span>
            <small>Следующий урок</small>
            {after.name}
          </span>
          <IconArrowRight size={18} aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}
