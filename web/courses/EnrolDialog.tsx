import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '#web/ui/modal-styles.ts'
import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { useChangeMember } from '#web/courses/members.queries.ts'
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
      toast({ severity: 'success', summary: 'Студент записан на курс', detail: fullName(person) })
      onClose()
    } catch {
      // said already; the choice stays
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Записать на курс: ${fullName(person)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap={4}>
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
          <Row wrap justify="end" gap={2.5}>
            <Button variant="default" onClick={onClose}>
              Отменить
            </Button>
            <Button type="submit" loading={isPending}>
              Записать
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}

export default EnrolDialog
