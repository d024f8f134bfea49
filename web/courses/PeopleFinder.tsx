import { called } from '#contract/users/student-word.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { Person, UserRow } from '#contract/users/users.schema.ts'
import classes from '#web/courses/CoursePeople.module.css'
import { findStudent, peopleQuery } from '#web/courses/members.queries.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { addressNote } from '#web/users/address-note.tsx'

interface FinderProps {
  /** Ids of those who are in already. */
  members: Set<number>
  onAdd: (person: Person) => void
  /** The text of the button beside a person. */
  verb: string
}

const FoundPerson = ({ person, members, onAdd, verb }: FinderProps & { person: UserRow }) => {
  const row = useRef<HTMLLIElement>(null)
  const focusNext = useFocusNext(row)
  const add = () => {
    // the button that was pressed goes
    focusNext('[data-member]')
    onAdd(person)
  }
  return (
    <Row as="li" ref={row} gap={2} justify="between" className={classes.row}>
      <PersonChip person={person} note={addressNote(person)} size={28} />
      {members.has(person.id) ? (
        <Text as="span" size={2} tone="quiet" tight tabIndex={-1} data-member="">
          уже здесь
        </Text>
      ) : (
        <Button size="xs" variant="light" aria-label={`${verb}: ${fullName(person)}`} onClick={add}>
          {verb}
        </Button>
      )}
    </Row>
  )
}

const Found = ({ people, ...found }: FinderProps & { people: UserRow[] }) => (
  <Stack as="ul" gap={1} pad={1.5} padX={2.5} ground="sunken" round="s" plain>
    {people.map((person) => (
      <FoundPerson key={person.id} person={person} {...found} />
    ))}
  </Stack>
)

/** Finds people by name or e-mail while one types: curators see everybody. */
export const PeopleSearch = ({
  among,
  label,
  ...found
}: FinderProps & { among: 'student' | 'teacher'; label: string }) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const query = useQuery({ ...peopleQuery(among, search), enabled: search.length > 1 })
  const people = (query.data?.users ?? []).filter(({ active }) => active !== false).slice(0, 6)
  const asked = search.length > 1 && typed.trim().length > 1
  return (
    <Stack as="search" gap={2}>
      <TextInput
        label={label}
        placeholder="Имя или почта"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // it searches by itself: Enter must not submit a form around it
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        error={query.isError && asked ? describeError(query.error).detail : undefined}
      />
      <div role="status">
        {asked && query.data && people.length === 0 && (
          <Text size={2} tone="quiet" tight>
            Никого не нашлось
          </Text>
        )}
      </div>
      {asked && people.length > 0 && <Found people={people} {...found} />}
    </Stack>
  )
}

/** Finds one student by exact e-mail, as teachers may. `onAdd` returns whether the student was added. */
export const StudentByEmail = ({
  members,
  onAdd,
  verb,
}: Omit<FinderProps, 'onAdd'> & { onAdd: (person: Person) => Promise<boolean> }) => {
  const [email, setEmail] = useState('')
  const find = useMutation({ mutationFn: findStudent })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() && !find.isPending) find.mutate(email.trim())
  }
  const problem = () => {
    if (find.isSuccess && !find.data)
      return `${called('Студента')} с такой почтой в школе нет. Проверьте адрес или попросите его зарегистрироваться.`
    if (!find.isError) return undefined
    const fields = find.error instanceof ApiError ? find.error.fields : {}
    return fields.email?.[0] ?? describeError(find.error).detail
  }
  const trouble = problem()
  const troubleId = useId()
  const add = async (person: Person) => {
    setEmail('')
    find.reset()
    // unless the next one is being typed already
    if (!(await onAdd(person))) setEmail((typed) => typed || email)
  }
  return (
    <Stack as="form" gap={2} onSubmit={submit} noValidate>
      <Row gap={2} align="end">
        <Box grow>
          <TextInput
            label={`Записать ${called('студента')}`}
            type="email"
            placeholder={`Почта ${called('студента')}`}
            autoComplete="off"
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              find.reset()
            }}
            error={trouble !== undefined}
            aria-describedby={trouble ? troubleId : undefined}
          />
        </Box>
        <Button type="submit" variant="default" h={42} loading={find.isPending} disabled={!email.trim()}>
          Найти
        </Button>
      </Row>
      {trouble && (
        <Text id={troubleId} size={2} tone="bad" tight role="alert">
          {trouble}
        </Text>
      )}
      {find.data && <Found people={[find.data]} members={members} onAdd={add} verb={verb} />}
    </Stack>
  )
}
