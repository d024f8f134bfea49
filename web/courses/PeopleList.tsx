import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { Person } from '#contract/users/users.schema.ts'
import classes from '#web/courses/CoursePeople.module.css'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** People of a course or a class; with `onRemove` they can be taken out of it. */
export const PeopleList = <Listed extends Person>({
  people,
  label,
  verb = 'Убрать с курса',
  noteOf,
  asideOf,
  stays,
  onRemove,
}: {
  people: Listed[]
  label: string
  /** What the button beside a person does. */
  verb?: string
  /** A quiet line under the name. */
  noteOf?: (person: Listed) => string | undefined
  /** What is at the end of the row. */
  asideOf?: (person: Listed) => ReactNode
  /** Whether a person cannot be removed here. */
  stays?: (person: Listed) => boolean
  onRemove?: ((person: Person) => void) | undefined
}) => (
  <Stack as="ul" gap={0.5} pad={0.5} padX={1.5} plain className={classes.list} aria-label={label}>
    {people.map((person) => (
      <LeavingRow key={person.id} gap={2} justify="between" className={classes.row}>
        <PersonChip person={person} href={pathTo('users.show', { id: person.id })} note={noteOf?.(person)} />
        <Row gap={1}>
          {asideOf?.(person)}
          {onRemove && !stays?.(person) && (
            <CloseButton aria-label={`${verb}: ${fullName(person)}`} data-tip={verb} onClick={() => onRemove(person)} />
          )}
        </Row>
      </LeavingRow>
    ))}
  </Stack>
)
