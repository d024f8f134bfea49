import { Button } from '@mantine/core'
import { useRef } from 'react'
import { fullName } from '#contract/users/names.ts'
import { PeopleSearch } from '#web/courses/PeopleFinder.tsx'
import type { NewYearForm } from '#web/new-years/new-year-form.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

type Leavers = NewYearForm['leavers']

/** Who leaves beside whole classes. */
export const LeaverStep = ({ leavers, onChange }: { leavers: Leavers; onChange: (leavers: Leavers) => void }) => {
  const step = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(step)
  const keep = (index: number) => {
    // the button that was pressed goes
    const beside = leavers[index + 1] ?? leavers[index - 1]
    focusNext(beside ? `[data-leaver="${beside.id}"]` : 'input[type="search"]')
    onChange(leavers.toSpliced(index, 1))
  }
  return (
    <Stack gap={3} ref={step}>
      <PeopleSearch
        among="student"
        label="Найти того, кто уходит"
        verb="Отключить"
        members={new Set(leavers.map(({ id }) => id))}
        onAdd={(person) => onChange([...leavers, person])}
      />
      {leavers.map((person, index) => (
        <Row key={person.id} gap={2} justify="between">
          <PersonChip person={person} size={28} />
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Оставить: ${fullName(person)}`}
            data-leaver={person.id}
            onClick={() => keep(index)}
          >
            Оставить
          </Button>
        </Row>
      ))}
    </Stack>
  )
}
