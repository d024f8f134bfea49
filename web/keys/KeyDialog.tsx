import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type KeyScope, keyDays, keyScopes } from '#contract/keys/key-scopes.ts'
import { NewKey } from '#contract/keys/keys.schema.ts'
import { keysOf } from '#contract/records.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { useCreateKey } from '#web/keys/keys.queries.ts'
import { SecretOnce } from '#web/keys/SecretOnce.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack } from '#web/ui/layout.tsx'

const terms = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: 'Полгода' },
  { value: '365', label: 'Год' },
]

/** Makes a key, and shows it this once. */
const KeyDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCreateKey()
  const [token, setToken] = useState<string | null>(null)
  const bodyOf = ({ days, ...values }: { name: string; scopes: KeyScope[]; days: string }) => ({
    ...values,
    days: Number(days),
  })
  const check = validateWith(NewKey)
  const form = useForm({
    initialValues: { name: '', scopes: [] as KeyScope[], days: String(keyDays.usual) },
    validate: (values) => check(bodyOf(values)),
  })
  const save = useSave(form, async (values) => setToken((await create.mutateAsync(bodyOf(values))).token))
  if (token !== null)
    return (
      <SecretOnce
        title="Сохраните ключ"
        text="Вставьте ключ в настройки программы: она передаёт его в заголовке Authorization после слова Bearer. Больше мы его не покажем. Никому его не пересылайте: с ним программа действует от вашего имени."
        label="Ключ"
        secret={token}
        onDone={onClose}
      />
    )
  return (
    <FormDialog
      title="Новый ключ"
      lead="Программа с ключом действует от вашего имени, но может только то, что вы отметите."
      action="Создать ключ"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Для какой программы"
        placeholder="Электронный журнал"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Что разрешить" {...form.getInputProps('scopes')}>
        <Stack gap={2} pad={1} padX={0}>
          {keysOf(keyScopes).map((scope) => (
            <Checkbox key={scope} value={scope} label={keyScopes[scope].name} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect label="Сколько действует" data={terms} {...form.getInputProps('days')} />
    </FormDialog>
  )
}

export default KeyDialog
