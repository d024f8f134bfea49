import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { NewPasskey } from '#contract/auth/passkeys.schema.ts'
import { makePasskey } from '#web/auth/browser-passkeys.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { PasskeyFailure } from '#web/auth/passkey-failure.ts'
import { useBeginPasskey, useCreatePasskey } from '#web/auth/passkeys.queries.ts'
import { RecoveryCodes } from '#web/auth/RecoveryCodes.tsx'
import { reportError } from '#web/data/report-error.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

const Entry = z.object({ ...NewPasskey.pick({ name: true }).shape, ...OwnPassword.shape })

/** A failure of the device has a sentence of its own, which is no refusal of the server. */
const showFailure = (error: unknown) =>
  error instanceof PasskeyFailure ? toast({ severity: 'warn', summary: error.message }) : reportError(error)

/** Adds a passkey: the password, then what the device asks for, then, the first time, the recovery codes. */
const PasskeyDialog = ({
  userId,
  onClose,
  onDone,
}: {
  userId: number
  onClose: () => void
  /** Once there is one and the recovery codes were shown. */
  onDone?: () => void
}) => {
  const begin = useBeginPasskey(userId)
  const create = useCreatePasskey(userId)
  const [codes, setCodes] = useState<string[]>([])
  const form = useForm({ initialValues: { name: '', password: '' }, validate: validateWith(Entry) })
  const done = () => {
    onDone?.()
    onClose()
  }
  const save = useSave(
    form,
    async ({ name, password }) => {
      const { options } = await begin.mutateAsync(password)
      const { recovery_codes } = await create.mutateAsync({ name, creation: await makePasskey(options) })
      toast({ severity: 'success', summary: 'Ключ доступа добавлен' })
      if (recovery_codes.length > 0) setCodes(recovery_codes)
      else done()
    },
    showFailure,
  )
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={done} />
  return (
    <FormDialog
      title="Новый ключ доступа"
      lead="После пароля вход подтвердит телефон, компьютер или ключ USB: отпечатком, лицом или PIN-кодом. Такой ключ не обмануть поддельным сайтом."
      action="Добавить"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Название"
        description="Чтобы узнать его в списке"
        placeholder="Рабочий ноутбук"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default PasskeyDialog
