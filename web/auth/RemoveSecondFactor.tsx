import { useQuery } from '@tanstack/react-query'
import { useRemoveSecondFactor } from '#web/auth/account.queries.ts'
import { OwnPasswordDialog } from '#web/auth/OwnPasswordDialog.tsx'
import { passkeysQuery } from '#web/auth/passkeys.queries.ts'
import { useUser } from '#web/auth/session.ts'
import { demandedAgain, useDemanded } from '#web/auth/use-demanded.ts'

/** What signs in once the app is gone: a person keeps their passkeys, a curator removes everything. */
const leadOf = (isOwn: boolean, hasPasskeys: boolean, isDemanded: boolean) => {
  if (!isOwn) {
    const all = hasPasskeys ? 'Ключи доступа и запасные коды тоже удалим: человеку' : 'Человеку'
    return `${all} для входа хватит пароля. Мы напишем ему об этом.`
  }
  if (hasPasskeys) return 'Кроме пароля вход подтвердит ключ доступа. Запасные коды останутся.'
  if (isDemanded) return demandedAgain
  return 'Для входа хватит пароля. Запасные коды перестанут действовать.'
}

/** Turns the second factor off: the user's own, or that of somebody who has lost their phone. */
const RemoveSecondFactor = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const me = useUser()
  const remove = useRemoveSecondFactor(userId)
  const isDemanded = useDemanded()
  const passkeys = useQuery(passkeysQuery(userId)).data?.passkeys ?? []
  return (
    <OwnPasswordDialog
      title="Выключить вход с кодом"
      lead={leadOf(me?.id === userId, passkeys.length > 0, isDemanded)}
      action="Выключить"
      act={(password) => remove.mutateAsync(password)}
      done="Вход с кодом выключен"
      onClose={onClose}
    />
  )
}

export default RemoveSecondFactor
