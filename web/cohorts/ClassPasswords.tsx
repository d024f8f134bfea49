import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Cohort, CohortStudent } from '#contract/cohorts/cohorts.schema.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { maxPasswordSlips, type PasswordSlip } from '#contract/users/users.schema.ts'
import { cohortProgressQuery } from '#web/cohorts/cohorts.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { DialogButtons, FormDialog } from '#web/ui/FormDialog.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import PasswordSlips from '#web/users/PasswordSlips.tsx'
import { useGivePasswords } from '#web/users/users.queries.ts'

/** Who gets a new password: at first, all who have never been here. */
const Choice = ({
  students,
  onGiven,
  onClose,
}: {
  students: CohortStudent[]
  onGiven: (slips: PasswordSlip[]) => void
  onClose: () => void
}) => {
  const give = useGivePasswords()
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(() =>
    students.filter(({ visited_at }) => visited_at === null).map(({ id }) => String(id)),
  )
  const areAll = chosen.length === students.length

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    const ids = chosen.map(Number)
    const slips: PasswordSlip[] = []
    setBusy(true)
    try {
      while (slips.length < ids.length) {
        const part = ids.slice(slips.length, slips.length + maxPasswordSlips)
        slips.push(...(await give.mutateAsync(part)).slips)
      }
    } catch (error) {
      reportError(error, 'Не удалось выдать пароли')
    }
    setBusy(false)
    // what was given already must be seen: the old passwords work no longer
    if (slips.length > 0) onGiven(slips)
  }

  return (
    <FormDialog
      title="Пароли на бумаге"
      lead="Прежние пароли перестанут действовать, сеансы закончатся. Здесь только те, у кого нет почты: остальные задают пароль по ссылке из письма."
      action={chosen.length === 0 ? 'Выдать' : `Выдать: ${counted(chosen.length, 'пароль', 'пароля', 'паролей')}`}
      busy={busy}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Checkbox
        label={`Все ${called('студенты')} без почты`}
        checked={areAll}
        indeterminate={chosen.length > 0 && !areAll}
        onChange={() => setChosen(areAll ? [] : students.map(({ id }) => String(id)))}
      />
      <Checkbox.Group label="Кому" value={chosen} onChange={setChosen}>
        <Stack gap={2} mt={1.5}>
          {students.map((student) => (
            <Checkbox
              key={student.id}
              value={String(student.id)}
              label={fullName(student)}
              description={student.visited_at === null ? 'на сайте ещё ни разу' : undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {chosen.length === 0 && (
        <Text size={2} tone="quiet" role="status">
          Пока никто не отмечен.
        </Text>
      )}
    </FormDialog>
  )
}

/** New passwords for those of a class who have no address, on one sheet of slips. */
const ClassPasswords = ({ cohort, onClose }: { cohort: Cohort; onClose: () => void }) => {
  const query = useQuery(cohortProgressQuery(cohort.id))
  const [slips, setSlips] = useState<PasswordSlip[] | null>(null)
  if (slips) return <PasswordSlips slips={slips} title={cohort.name} onClose={onClose} />
  const students = query.data?.progress.students.filter(({ email }) => email === null)
  if (students && students.length > 0) return <Choice students={students} onGiven={setSlips} onClose={onClose} />
  return (
    <Modal onClose={onClose} title="Пароли на бумаге">
      <Stack gap={4}>
        <ListState query={query}>
          {() => (
            <Text tone="soft">
              У всех {called('студентов')} {cohortCalled('of')} есть почта: новый пароль они задают сами по ссылке
              «Забыли пароль?» на странице входа.
            </Text>
          )}
        </ListState>
        <DialogButtons cancel="Закрыть" onClose={onClose}>
          {null}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

export default ClassPasswords
