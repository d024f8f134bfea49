import { Button } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import { curates } from '#contract/users/users.policy.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { PeopleSearch } from '#web/courses/PeopleFinder.tsx'
import { DialogButtons } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

/** Asks who takes over the courses of the last teacher, who is about to leave or to become a student. */
const SuccessorDialog = ({
  user,
  detail,
  action,
  busy,
  onChoose,
  onClose,
}: {
  user: { id: number }
  /** Which courses these are, as the server says. */
  detail: string
  /** The label of the button that hands over and does it. */
  action: string
  busy: boolean
  onChoose: (successor: Person) => void
  onClose: () => void
}) => {
  // closed while it is done, it would leave a refusal to a form that may be gone
  const { modal, stopWaiting } = useCloseGuard(onClose, { busy })
  const actor = useActor()
  // without the right to name teachers nobody gives courses to themselves
  const barred = actor && !curates(actor, 'courses') ? [actor.id] : []
  const [chosen, setChosen] = useState<Person | null>(null)
  return (
    <Modal {...modal} title="Кто примет курсы?">
      <Stack gap={4}>
        <p>{detail} Вместе с курсами перейдут и работы, которые ждут проверки.</p>
        <PeopleSearch
          among="teacher"
          label="Преподаватель"
          verb="Выбрать"
          members={new Set([user.id, ...barred, ...(chosen ? [chosen.id] : [])])}
          onAdd={setChosen}
        />
        {chosen && (
          <p role="status">
            Курсы примет <b>{fullName(chosen)}</b>.
          </p>
        )}
        <DialogButtons onClose={busy ? stopWaiting : onClose}>
          <Button color="red" disabled={!chosen} loading={busy} onClick={() => chosen && onChoose(chosen)}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

export default SuccessorDialog
