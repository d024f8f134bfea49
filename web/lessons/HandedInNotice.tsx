import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/plural.ts'
import { tasksQuery } from '#web/tasks/tasks.queries.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Shows what a change of the assignment does to tasks that are handed in already. Nothing while there are none. */
export const HandedInNotice = ({ lessonId }: { lessonId: number }) => {
  const { data } = useQuery(tasksQuery({ lesson_id: `${lessonId}` }))
  if (!data) return null
  const { submitted, returned, accepted } = data.counts
  const count = submitted + returned + accepted
  if (count === 0) return null
  return (
    <Notice tone="warn">
      Уже сдано: {counted(count, 'работа', 'работы', 'работ')}. Прежние решения останутся с прежними критериями, по
      новым будут проверять дальше.
    </Notice>
  )
}
