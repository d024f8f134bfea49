import type { Identity } from '#contract/identities/identities.schema.ts'
import { OwnPasswordDialog } from '#web/auth/OwnPasswordDialog.tsx'
import { useRemoveIdentity } from '#web/identities/identities.queries.ts'

/** Unlinks an account at the identity provider. */
const RemoveIdentity = ({ userId, identity, onClose }: { userId: number; identity: Identity; onClose: () => void }) => {
  const remove = useRemoveIdentity(userId)
  return (
    <OwnPasswordDialog
      title={`Убрать вход через ${identity.provider}`}
      lead="Останется вход с паролем. Следующий вход этим способом снова свяжет учётные записи, если почта у них одна и подтверждена."
      action="Убрать"
      act={(password) => remove.mutateAsync({ identity_id: identity.id, password })}
      done="Вход убран"
      onClose={onClose}
    />
  )
}

export default RemoveIdentity
