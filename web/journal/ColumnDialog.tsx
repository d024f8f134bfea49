import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { journalApi } from '#contract/journal/journal.api.ts'
import { ColumnCreate, type JournalAssignment } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toLocalInput } from '#web/ui/local-moment.ts'
import { toast } from '#web/ui/toasts.ts'

interface ColumnInput {
  name: string
  held_on: string
  max_score: number | null
}

const bodyOf = ({ name, held_on, max_score }: { name: string; held_on: string; max_score: string }): ColumnInput => {
  const max = max_score.trim().replace(',', '.')
  return { name, held_on, max_score: max === '' ? null : Number(max) }
}

const check = validateWith(ColumnCreate)

/** A column for what is not handed in; null for a new one. */
const ColumnDialog = ({
  courseId,
  column,
  onClose,
}: {
  courseId: number
  column: JournalAssignment | null
  onClose: () => void
}) => {
  const add = useAct(journalApi.addColumn, (body: ColumnInput) => ({ params: { id: courseId }, body }))
  const change = useAct(journalApi.changeColumn, (body: ColumnInput) => ({ params: { id: column?.id ?? 0 }, body }))
  const remove = useAct(journalApi.removeColumn, () => ({ params: { id: column?.id ?? 0 } }), {
    onSuccess: () => {
      onClose()
      toast({ severity: 'success', summary: 'Столбец удалён', key: 'journal' })
    },
    onError: (error) => reportError(error, 'Столбец не удалён'),
  })
  const form = useForm({
    initialValues: {
      name: column?.lesson.name ?? '',
      held_on: column?.held_on ?? toLocalInput(new Date().toISOString()).slice(0, 10),
      max_score: column?.max_score == null ? '' : scoreText(column.max_score),
    },
    validate: (values) => check(bodyOf(values)),
  })
  const save = useSave(form, async (values) => {
    await (column ? change : add).mutateAsync(bodyOf(values))
    onClose()
    toast({ severity: 'success', summary: column ? 'Столбец изменён' : 'Столбец добавлен', key: 'journal' })
  })
  return (
    <FormDialog
      title={column ? 'Столбец журнала' : 'Новый столбец'}
      lead={`Для того, что не сдают на сайте: ответа на уроке, контрольной, диктанта. ${called('Студент')} увидит здесь только свою отметку.`}
      action={column ? 'Сохранить' : 'Добавить'}
      busy={add.isPending || change.isPending || remove.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Название" maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <DateInput label="День" {...form.getInputProps('held_on')} />
      <TextInput
        label="Максимум баллов"
        description="Без максимума отметка не входит в средний балл, а в других шкалах считается из 100"
        inputMode="decimal"
        {...form.getInputProps('max_score')}
      />
      {column && (
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          Удалить столбец
        </Button>
      )}
    </FormDialog>
  )
}

export default ColumnDialog
