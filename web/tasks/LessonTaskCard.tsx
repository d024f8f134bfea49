import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { Card } from '#web/ui/Card.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** What the lesson asks for and how far its reader has come: the card beside the lesson. */
export const LessonTaskCard = ({ lesson }: { lesson: Lesson }) =>
  lesson.assignment && (
    <Card>
      <h2>Задание</h2>
      {lesson.task && <StatusBadge status={lesson.task.status} />}
      <RichText html={lesson.assignment.text} />
    </Card>
  )
