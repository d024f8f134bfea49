import type { Assignment } from '#contract/lessons/assignment.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { CriteriaList } from '#web/tasks/CriteriaList.tsx'
import { Box } from '#web/ui/layout.tsx'

/** What has to be done, and how it is judged. */
export const AssignmentText = ({ assignment }: { assignment: Assignment }) => (
  <>
    <Box tone="soft" mb={3}>
      <RichText html={assignment.text} size="note" />
    </Box>
    <CriteriaList criteria={assignment.criteria} />
  </>
)
