import type { OwnCertificate } from '#contract/certificates/certificates.schema.ts'
import { useWithdrawCertificate } from '#web/certificates/certificates.queries.ts'
import { TextDialog } from '#web/ui/TextDialog.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Withdraws a certificate, with a reason that its owner reads. */
const WithdrawDialog = ({ certificate, onClose }: { certificate: OwnCertificate; onClose: () => void }) => {
  const withdraw = useWithdrawCertificate(certificate.number)
  return (
    <TextDialog
      title={`Отозвать сертификат: ${certificate.name}`}
      lead={`Курс «${certificate.course}». Вернуть его будет нельзя: страница проверки покажет всем, что он отозван.`}
      label="Причина"
      description="Её прочитают владелец сертификата и кураторы"
      maxLength={500}
      action="Отозвать"
      danger
      field="reason"
      failure="Не удалось отозвать сертификат"
      send={async (reason) => {
        await withdraw.mutateAsync(reason)
        toast({ severity: 'info', summary: 'Сертификат отозван', detail: certificate.number })
      }}
      onClose={onClose}
    />
  )
}

export default WithdrawDialog
