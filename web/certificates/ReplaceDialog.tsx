import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OwnCertificate } from '#contract/certificates/certificates.schema.ts'
import { useReplaceCertificate } from '#web/certificates/certificates.queries.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Issues a certificate with the right name and a number of its own; the old one is withdrawn. */
const ReplaceDialog = ({ certificate, onClose }: { certificate: OwnCertificate; onClose: () => void }) => {
  const replace = useReplaceCertificate(certificate.number)
  const [typed, setTyped] = useState(certificate.name)
  const name = typed.trim()
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: ['name'],
    check: () =>
      name === '' ? 'Напишите имя и фамилию' : name === certificate.name && 'Имя такое же, как на прежнем сертификате',
    save: async () => {
      const { certificate: issued } = await replace.mutateAsync(name)
      toast({ severity: 'success', summary: 'Сертификат заменён', detail: `Новый номер: ${issued.number}` })
      onClose()
    },
    failure: 'Не удалось заменить сертификат',
  })
  return (
    <FormDialog
      title="Исправить имя на сертификате"
      lead={`Курс «${certificate.course}». Будет выдан новый сертификат с новым номером, а прежний${certificate.withdrawn ? ' останется отозванным' : ' станет недействительным'}. Владельцу придёт уведомление.`}
      action="Выдать новый"
      busy={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Имя и фамилия"
        description="Так они будут стоять на сертификате"
        maxLength={200}
        data-autofocus
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          clearProblem()
        }}
      />
    </FormDialog>
  )
}

export default ReplaceDialog
