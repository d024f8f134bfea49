import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { maxScore } from '#contract/lessons/max-score.ts'
import { type LtiLink, LtiLinkValues } from '#contract/lti/lti.schema.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { customText, readCustom } from '#web/lti/custom-text.ts'
import { useCreateLink, useUpdateLink } from '#web/lti/lti.queries.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'

interface Values {
  tool_id: string
  title: string
  custom: string
  max_points: number | string
  in_journal: boolean
}

const bodyOf = ({ title, custom, max_points, in_journal }: Values) => ({
  title,
  custom: readCustom(custom),
  max_points: Number(max_points),
  in_journal,
})

/** An error of one parameter belongs to the field with all of them. */
const ofFields = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field.split('.')[0], error]))

/** Puts a tool into a lesson, or changes one that is there. */
const LinkDialog = ({
  lessonId,
  link,
  tools,
  onClose,
}: {
  lessonId: number
  /** Null: a new one. */
  link: LtiLink | null
  tools: { id: number; name: string }[]
  onClose: () => void
}) => {
  const create = useCreateLink(lessonId)
  const update = useUpdateLink(link?.id ?? 0)
  const check = validateWith(LtiLinkValues)
  const form = useForm<Values>({
    initialValues: {
      tool_id: String(tools[0]?.id ?? ''),
      title: link?.title ?? '',
      custom: customText(link?.custom ?? {}),
      max_points: link?.max_points ?? 100,
      in_journal: link?.in_journal ?? false,
    },
    validate: (values) => ofFields(check(bodyOf(values))),
  })
  const save = useSave(form, async (values) => {
    const body = bodyOf(values)
    if (link) await update.mutateAsync(body)
    else await create.mutateAsync({ ...body, tool_id: Number(values.tool_id) })
    onClose()
  })
  return (
    <FormDialog
      title={link ? 'Инструмент в уроке' : 'Добавить инструмент'}
      action={link ? 'Сохранить' : 'Добавить'}
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      {!link && (
        <NativeSelect
          label="Инструмент"
          data={tools.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('tool_id')}
        />
      )}
      <TextInput
        label="Название в уроке"
        placeholder="Упражнение «Сетки»"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Параметры"
        description="Если инструмент о них просит: по одному в строке, «имя=значение»"
        placeholder="topic=grids"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('custom')}
      />
      <NumberInput
        label="Наибольший балл"
        description="Балл инструмента пересчитывается в него"
        min={0}
        max={maxScore}
        decimalSeparator=","
        hideControls
        {...form.getInputProps('max_points')}
      />
      <Checkbox
        label="Результат — в журнал"
        description="В журнале будет столбец с баллами. В среднем он весит столько же, сколько задание с весом 1."
        {...form.getInputProps('in_journal', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

export default LinkDialog
