import { Button } from '@mantine/core'
import { pathTo } from '#contract/pages.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/home/Home.module.css'
import { UrgentCard } from '#web/home/UrgentCard.tsx'
import { type Asked, overdueText } from '#web/tasks/overdue.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'
import { counted } from '#web/ui/plural.ts'
import { useNow } from '#web/ui/use-now.ts'

const shown = 3

/** What a student has not handed in although it was due, the longest overdue first. */
export const OverdueTasks = ({ tasks }: { tasks: Asked[] }) => {
  const now = useNow()
  const more = tasks.length - shown
  return (
    <section className={classes.section} aria-label="Просрочено">
      {tasks.slice(0, shown).map(({ lesson, course, due_at, status }) => (
        <UrgentCard
          key={lesson.id}
          tone="bad"
          why={
            <Text size={3} tone="bad" weight="strong">
              {due_at && overdueText(due_at, now)}
            </Text>
          }
          lesson={lesson.name}
          text={due_at ? `${course.name}. Срок был ${formatMoment(due_at)}` : course.name}
          action={
            <Button
              component={Link}
              to={taskAddress(lesson.id)}
              aria-label={`${status ? 'Продолжить' : 'Начать'}: ${lesson.name}`}
            >
              {status ? 'Продолжить' : 'Начать'}
            </Button>
          }
        />
      ))}
      {more > 0 && (
        <Text links="plain" mt={3} weight="medium">
          <Link to={pathTo('tasks.index')}>
            Ещё {counted(more, 'просроченная работа', 'просроченные работы', 'просроченных работ')}
          </Link>
        </Text>
      )}
    </section>
  )
}
