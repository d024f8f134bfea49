import { IconCheck } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import { placeOfVerdict } from '#contract/tasks/task-places.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/tasks/Acceptance.module.css'
import { CriterionResults } from '#web/tasks/CriterionResults.tsx'
import { formatScore, shownVerdict } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Center, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** An accepted task: what was reached and what the reviewer says of it. */
export const Acceptance = ({ task, next }: { task: Task; next: { id: number; name: string } | null }) => {
  const review = shownVerdict(task)
  return (
    <Stack
      as="article"
      id={review ? placeOfVerdict(review.attempt) : undefined}
      gap={3}
      align="center"
      round="l"
      shadow="card"
      className={classes.acceptance}
      aria-labelledby="accepted"
    >
      <Center as="span" round="full" className={classes.mark} aria-hidden="true">
        <IconCheck size={34} stroke={2.5} />
      </Center>
      <h3 id="accepted">Работа принята{task.score === null ? '' : `: ${formatScore(task.score, task.mark)}`}</h3>
      {review?.comment && (
        <Text size={6} anywhere lines className={classes.comment}>
          {review.comment}
        </Text>
      )}
      {review && (
        <div className={classes.person}>
          <PersonChip
            person={review.user}
            href={pathTo('users.show', { id: review.user.id })}
            note={formatMoment(review.created_at)}
          />
        </div>
      )}
      {review && review.criteria.length > 0 && (
        <div className={classes.criteria}>
          <CriterionResults results={review.criteria} />
        </div>
      )}
      {task.project && (
        <Text size={4} tone="soft" anywhere links="underlined">
          {task.project.asked
            ? 'Из этой работы сделан проект, вас назвали соавтором: '
            : 'Из этой работы сделан проект: '}
          <Link to={pathTo('projects.show', { id: task.project.id })}>«{task.project.name}»</Link>
          {task.project.status.slug !== 'published' && `, ${task.project.status.name.toLowerCase()}`}
        </Text>
      )}
      {next && (
        <Text size={4} tone="soft" anywhere links="underlined">
          Дальше: <Link to={pathTo('lessons.show', { id: next.id })}>{next.name}</Link>
        </Text>
      )}
    </Stack>
  )
}
