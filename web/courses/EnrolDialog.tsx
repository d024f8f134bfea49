import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { useChangeMember } from '#web/courses/members.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { PartError } from '#web/ui/PartError.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Enrols one person in a course of the school, from wherever the person is listed. */
const EnrolDialog = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const query = useQuery(coursesQuery())
  const courses = query.data?.courses.filter(({ status }) => status.slug !== 'archived') ?? []
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState('')
  const { mutateAsync, isPending } = useChangeMember(Number(chosen), 'students')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return setProblem('Выберите курс')
    try {
      await mutateAsync({ person, join: true })
      toast({ severity: 'success', summary: `${called('Студент')} записан на курс`, detail: fullName(person) })
      onClose()
    } catch {
      // said already; the choice stays
    }
  }
  return (
    <FormDialog
      title={`Записать на курс: ${fullName(person)}`}
      action="Записать"
      busy={isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {hasFailed(query) && <PartError what="курсы" />}
      <NativeSelect
        label="Курс"
        value={chosen}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value)
          setProblem('')
        }}
        data={[
          { value: '', label: query.isPending ? 'Загружаем курсы…' : 'Выберите курс' },
          ...courses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={problem}
        data-autofocus
      />
    </FormDialog>
  )
}

export default EnrolDialog
