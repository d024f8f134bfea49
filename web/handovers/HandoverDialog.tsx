import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { PeopleSearch } from '#web/courses/PeopleFinder.tsx'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { handoverPlanQuery, useHandOver } from '#web/handovers/handovers.queries.ts'
import { movedText, movesVerb, nothingText } from '#web/handovers/moved-text.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { beginInForm, DialogButtons } from '#web/ui/FormDialog.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

const Receivers = ({ people, onRemove }: { people: Person[]; onRemove: (id: number) => void }) => (
  <Stack gap={2}>
    <Stack as="ul" gap={1} plain aria-label="Кто примет дела">
      {people.map((person) => (
        <Row as="li" key={person.id} gap={2} justify="between">
          <PersonChip person={person} size={28} />
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Убрать: ${fullName(person)}`}
            onClick={() => onRemove(person.id)}
          >
            Убрать
          </Button>
        </Row>
      ))}
    </Stack>
    {people.length > 1 && (
      <Text size={2} tone="quiet" tight>
        Вести всё будут вместе, работы разделятся поровну.
      </Text>
    )}
  </Stack>
)

/** The first sentence about a refusal: at the field that it is about, or of the whole. */
const troubleOf = (error: unknown, field: string) => (error instanceof ApiError ? error.fields[field]?.[0] : undefined)

/** Hands everything of a teacher over: whom to, what, and until when. */
const HandoverDialog = ({ user, onClose }: { user: Person; onClose: () => void }) => {
  const send = useHandOver(user.id)
  // closed while it is done, the dialog could not show why it was refused
  const { modal, stopWaiting } = useCloseGuard(onClose, { busy: send.isPending })
  const [people, setPeople] = useState<Person[]>([])
  const receiverIds = people.map(({ id }) => id)
  const query = useQuery(handoverPlanQuery(user.id, receiverIds))
  const [forTime, setForTime] = useState('')
  const [until, setUntil] = useState('')
  const moves = query.data?.holds
  const holds = moves && movedText(moves)
  const isTimed = forTime === 'time'
  const ready = people.length > 0 && Boolean(holds) && !query.isPlaceholderData && (!isTimed || until !== '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || send.isPending) return
    try {
      const { moved } = await send.mutateAsync({
        to: receiverIds,
        ...(isTimed && { until }),
      })
      toast({ severity: 'success', summary: 'Дела переданы', detail: movedText(moved) })
      onClose()
    } catch {
      // shown in the dialog
    }
  }
  const problem = send.isError && (troubleOf(send.error, 'to') ?? describeError(send.error).detail)
  const untilProblem = send.isError ? troubleOf(send.error, 'until') : undefined
  return (
    <Modal {...modal} title={`Передать дела: ${fullName(user)}`}>
      <Stack as="form" ref={beginInForm} gap={4} onSubmit={submit} noValidate>
        {hasFailed(query) && <PartError what="что предстоит передать" />}
        <Text role="status">
          {holds === undefined && !hasFailed(query) && 'Считаем, что предстоит передать…'}
          {holds === '' && nothingText()}
          {moves && holds && (
            <>
              {movesVerb(moves)} <b>{holds}</b>. Начатые проверки перейдут вместе с тем, что уже написано.
            </>
          )}
        </Text>
        <PeopleSearch
          among="teacher"
          label="Кому"
          verb="Выбрать"
          members={new Set([user.id, ...receiverIds])}
          onAdd={(person) => setPeople((before) => [...before, person])}
        />
        {people.length > 0 && (
          <Receivers
            people={people}
            onRemove={(id) => setPeople((before) => before.filter((person) => person.id !== id))}
          />
        )}
        <Radio.Group label="Надолго ли" value={isTimed ? 'time' : 'ever'} onChange={setForTime}>
          <Stack gap={2} mt={2}>
            <Radio value="ever" label="Насовсем" />
            <Radio value="time" label="На время: отпуск, больничный" />
          </Stack>
        </Radio.Group>
        {isTimed && (
          <DateInput
            label="Когда вернуть"
            description="В этот день всё само вернётся. Проверенное останется."
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={untilProblem}
          />
        )}
        {problem && !untilProblem && (
          <Text tone="bad" role="alert">
            {problem}
          </Text>
        )}
        <DialogButtons onClose={send.isPending ? stopWaiting : onClose}>
          <Button type="submit" disabled={!ready} loading={send.isPending}>
            Передать
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

export default HandoverDialog
