import type { Assignment } from '#contract/lessons/lessons.schema.ts'
import { CriteriaList } from '#web/tasks/CriteriaList.tsx'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { RichText } from '#web/ui/RichText.tsx'

/** What has to be done, and how it is judged. */
export const AssignmentText = ({ assignment }: { assignment: Assignment }) => (
  <>
    <RichText html={assignment.text} className={classes.text as string} />
    <CriteriaList criteria={assignment.criteria} />
  </>
)
