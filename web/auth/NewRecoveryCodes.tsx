import { useForm } from '@mantine/form'
import { useState } from 'react'
import { OwnPassword } from '#contract/auth/account.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { useSave } from '#web/app/use-save.ts'
import { useRenewRecoveryCodes } from '#web/auth/account.queries.ts'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { RecoveryCodes } from '#web/auth/RecoveryCodes.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'

/** Replaces the user's recovery codes: the password, then the new ones. */
const NewRecoveryCodes = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const renew = useRenewRecoveryCodes(userId)
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(OwnPassword) })
  const save = useSave(form, async ({ password }) => setCodes((await renew.mutateAsync(password)).recovery_codes))
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <FormDialog
      title="Новые запасные коды"
      lead="Покажем десять новых кодов. Прежние сразу перестанут действовать."
      action="Заменить коды"
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}

export default NewRecoveryCodes
