import type { Assignment } from '#contract/lessons/assignment.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { CriteriaList } from '#web/tasks/CriteriaList.tsx'
import classes from '#web/tasks/LessonTaskCard.module.css'

/** What has to be done, and how it is judged. */
export const AssignmentText = ({ assignment }: { assignment: Assignment }) => (
  <>
    <RichText html={assignment.text} className={classes.text as string} />
    <CriteriaList criteria={assignment.criteria} />
  </>
)
