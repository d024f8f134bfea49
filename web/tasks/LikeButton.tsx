import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/reviews/task/TaskPane.module.css'
import { useLikeTask } from '#web/tasks/task-like.ts'

/** Shows the student that the reviewer likes the task. */
export const LikeButton = ({ task }: { task: Task }) => {
  const like = useLikeTask(task.id)
  const { count, mine } = task.likes
  const Icon = mine ? IconHeartFilled : IconHeart
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      className={classes.like}
      aria-pressed={mine}
      aria-label={count > 0 ? `Нравится, ${count}` : 'Нравится'}
      onClick={() => {
        if (!like.isPending) like.mutate(!mine)
      }}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
    >
      {count > 0 ? count : 'Нравится'}
    </Button>
  )
}
