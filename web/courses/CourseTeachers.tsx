import type { ReactNode } from 'react'
import type { Person } from '#contract/users/users.schema.ts'
import classes from '#web/courses/CoursePeople.module.css'
import { PeopleList } from '#web/courses/PeopleList.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Who teaches the course. A course keeps at least one teacher; until it has one only those who appoint see the card. */
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
    <Card className={classes.panel}>
      <h2>{teachers.length === 1 ? 'Преподаватель' : 'Преподаватели'}</h2>
      <PeopleList people={teachers} label="Преподаватели" onRemove={onRemove} />
      {children}
    </Card>
  )
}
