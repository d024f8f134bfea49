import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type BinnedLesson, binDays } from '#contract/lessons/lessons.schema.ts'
import classes from '#web/courses/CourseBin.module.css'
import { binQuery, useRestoreLesson } from '#web/lessons/lessons.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { counted } from '#web/ui/plural.ts'

const day = 24 * 3_600_000

/** «Ещё 29 дней, 3 работы в журнале». */
const factsOf = ({ restorable_until, task_count }: BinnedLesson) => {
  const days = Math.max(1, Math.ceil((Date.parse(restorable_until) - Date.now()) / day))
  const left = `вернуть можно ещё ${counted(days, 'день', 'дня', 'дней')}`
  return task_count > 0 ? `${left}, ${counted(task_count, 'работа', 'работы', 'работ')} в журнале` : left
}

/** «Корзина»: deleted lessons of a course, for its staff; nothing while it is empty. */
const CourseBin = ({ courseId }: { courseId: number }) => {
  const query = useQuery(binQuery(courseId))
  const restore = useRestoreLesson()
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const lessons = query.data?.lessons ?? []
  if (lessons.length === 0) return null
  return (
    <section className={classes.bin} aria-labelledby="bin">
      <h2 id="bin">
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        Корзина
      </h2>
      <p>
        Удалённые уроки лежат здесь {counted(binDays, 'день', 'дня', 'дней')}. Потом их уже не вернуть, а сданные работы
        и оценки остаются в журнале.
      </p>
      <Card flush>
        <ul className={classes.rows}>
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <span>
                <b>{lesson.name}</b>
                <small>{factsOf(lesson)}</small>
              </span>
              <Button
                size="sm"
                variant="default"
                aria-label={`Вернуть урок: ${lesson.name}`}
                loading={restore.isPending && restore.variables?.id === lesson.id}
                onClick={() => restore.mutate(lesson)}
              >
                Вернуть
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

export default CourseBin
