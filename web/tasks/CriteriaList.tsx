import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'

/** What is looked at in a review. */
export const CriteriaList = ({ criteria }: { criteria: Criterion[] }) =>
  criteria.length > 0 && (
    <div>
      <h3 className={classes.title}>Критерии</h3>
      <ul className={classes.criteria}>
        {criteria.map(({ name, description, points }) => (
          <li key={name}>
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
