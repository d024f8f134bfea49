import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'

/** What is looked at in a review, and what it can bring. */
export const CriteriaList = ({ criteria }: { criteria: Criterion[] }) => {
  if (criteria.length === 0) return null
  const total = Math.round(criteria.reduce((sum, { points = 0 }) => sum + points * 100, 0)) / 100
  return (
    <div>
      <div className={classes.title}>
        <h3>Критерии</h3>
        {total > 0 && criteria.length > 1 && <small>всего {formatScore(total)}</small>}
      </div>
      <ul className={classes.criteria}>
        {criteria.map(({ id, name, description, points }) => (
          <li key={id}>
            <span>
              {name}
              {description && <small>{description}</small>}
            </span>
            {points !== undefined && <small className={classes.points}>{formatScore(points)}</small>}
          </li>
        ))}
      </ul>
    </div>
  )
}
