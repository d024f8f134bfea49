import { useState } from 'react'
import { AskOwnPassword } from '#web/auth/AskOwnPassword.tsx'
import { useRenewRecoveryCodes } from '#web/auth/account.queries.ts'
import { RecoveryCodes } from '#web/auth/RecoveryCodes.tsx'

/** Replaces the user's recovery codes: the password, then the new ones. */
const NewRecoveryCodes = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const renew = useRenewRecoveryCodes(userId)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <AskOwnPassword
      title="Новые запасные коды"
      lead="Покажем десять новых кодов. Прежние сразу перестанут действовать."
      action="Заменить коды"
      act={async (password) => setCodes((await renew.mutateAsync(password)).recovery_codes)}
      onClose={onClose}
    />
  )
}

export default NewRecoveryCodes
