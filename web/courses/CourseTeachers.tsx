import type { ReactNode } from 'react'
import type { Person } from '#contract/users/users.schema.ts'
import { PeopleList } from '#web/courses/PeopleList.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/layout.tsx'

/**
 * Who teaches the course. A course keeps at least one teacher; until it has one only those who appoint see the card.
 */
export const CourseTeachers = ({
  teachers,
  onRemove,
  children,
}: {
  teachers: Person[]
  onRemove?: ((person: Person) => void) | undefined
  /** The way to appoint others. */
  children?: ReactNode
}) => {
  if (teachers.length === 0 && !children) return null
  return (
    <Card>
      <Stack gap={4}>
        <h2>{teachers.length === 1 ? 'Преподаватель' : 'Преподаватели'}</h2>
        <PeopleList people={teachers} label="Преподаватели" onRemove={onRemove} />
        {children}
      </Stack>
    </Card>
  )
}
