import { CloseButton } from '@mantine/core'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { Person } from '#contract/users/users.schema.ts'
import classes from '#web/courses/CoursePeople.module.css'
import { Row, Stack } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** People of a course; with `onRemove` they can be taken out of it. */
export const PeopleList = ({
  people,
  label,
  onRemove,
}: {
  people: Person[]
  label: string
  onRemove?: ((person: Person) => void) | undefined
}) => (
  <Stack as="ul" gap={0.5} pad={0.5} padX={1.5} plain className={classes.list} aria-label={label}>
    {people.map((person) => (
      <Row as="li" key={person.id} gap={2} justify="between" className={classes.row}>
        <PersonChip person={person} href={pathTo('users.show', { id: person.id })} />
        {onRemove && (
          <CloseButton
            aria-label={`Убрать с курса: ${fullName(person)}`}
            data-tip="Убрать с курса"
            onClick={() => onRemove(person)}
          />
        )}
      </Row>
    ))}
  </Stack>
)
