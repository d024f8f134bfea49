import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { CohortCreate, type CohortRow } from '#contract/cohorts/cohorts.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { called } from '#contract/users/student-word.ts'
import { useCreateCohort, useUpdateCohort } from '#web/cohorts/cohorts.queries.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FieldPair } from '#web/ui/FieldGroup.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

interface Values {
  name: string
  starts_on: string
  ends_on: string
}

const toBody = ({ name, starts_on, ends_on }: Values) => ({
  name,
  starts_on: starts_on || null,
  ends_on: ends_on || null,
})

const check = validateWith(CohortCreate)

/** Makes a class, which then opens, or changes its name and dates. */
const CohortForm = ({ cohort, onClose }: { cohort?: CohortRow; onClose: () => void }) => {
  const navigate = useNavigate()
  const create = useCreateCohort()
  const update = useUpdateCohort(cohort?.id ?? 0)
  const form = useForm<Values>({
    initialValues: {
      name: cohort?.name ?? '',
      starts_on: cohort?.starts_on ?? '',
      ends_on: cohort?.ends_on ?? '',
    },
    validate: (values) => check(toBody(values)),
  })
  const save = useSave(form, async (values) => {
    if (cohort) {
      await update.mutateAsync(changesOf(toBody(values), toBody(form.getInitialValues())))
      toast({ severity: 'success', summary: 'Сохранено' })
      onClose()
    } else {
      const made = await create.mutateAsync(toBody(values))
      onClose()
      void navigate({ to: pathTo('cohorts.show', { id: made.cohort.id }, { view: 'members' }) })
    }
  })
  return (
    <FormDialog
      title={cohort ? 'Название и даты' : cohortCalled('fresh')}
      lead={!cohort && `${called('Студентов')}, курсы и руководителя добавите на следующем шаге.`}
      action={cohort ? 'Сохранить' : 'Создать'}
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Название" maxLength={100} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <FieldPair>
        <DateInput label="Первый день" {...form.getInputProps('starts_on')} />
        <DateInput label="Последний день" {...form.getInputProps('ends_on')} />
      </FieldPair>
    </FormDialog>
  )
}

export default CohortForm
