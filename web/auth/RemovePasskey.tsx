import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '#contract/auth/passkeys.schema.ts'
import { secondFactorQuery } from '#web/auth/account.queries.ts'
import { OwnPasswordDialog } from '#web/auth/OwnPasswordDialog.tsx'
import { passkeysQuery, useRemovePasskey } from '#web/auth/passkeys.queries.ts'
import { useUser } from '#web/auth/session.ts'
import { demandedAgain, useDemanded } from '#web/auth/use-demanded.ts'

/** What confirms a sign-in without this passkey. */
const remaining = (passkeys: number, hasCode: boolean, isDemanded: boolean) => {
  if (passkeys > 1) return 'Кроме пароля вход подтвердит другой ключ.'
  if (hasCode) return 'Кроме пароля вход подтвердит код из приложения.'
  if (isDemanded) return demandedAgain
  return 'Для входа хватит пароля, запасные коды перестанут действовать.'
}

/** Removes a passkey: the user's own, or that of somebody who has lost their device. */
const RemovePasskey = ({ userId, passkey, onClose }: { userId: number; passkey: Passkey; onClose: () => void }) => {
  const remove = useRemovePasskey(userId)
  const isOwn = useUser()?.id === userId
  const isDemanded = useDemanded() && isOwn
  const passkeys = useQuery(passkeysQuery(userId)).data?.passkeys ?? []
  const hasCode = Boolean(useQuery(secondFactorQuery(userId)).data?.second_factor)
  return (
    <OwnPasswordDialog
      title={`Удалить ключ «${passkey.name}»`}
      lead={`Подтвердить им вход больше не получится. ${remaining(passkeys.length, hasCode, isDemanded)}`}
      action="Удалить"
      act={(password) => remove.mutateAsync({ passkey_id: passkey.id, password })}
      done="Ключ доступа удалён"
      onClose={onClose}
    />
  )
}

export default RemovePasskey
