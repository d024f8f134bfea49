import { Button } from '@mantine/core'
import { useState } from 'react'
import { canLookAs } from '#contract/auth/account.policy.ts'
import { canHandOver } from '#contract/handovers/handovers.policy.ts'
import { pathTo } from '#contract/pages.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { canGivePassword, curates } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { reportError } from '#web/data/report-error.ts'
import { useLook } from '#web/look/look.queries.ts'
import { KeepButton } from '#web/privacy/KeepButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useUserState } from '#web/users/use-user-state.tsx'
import { useActOnPeople, useGivePasswords } from '#web/users/users.queries.ts'

const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))
const HandoverDialog = lateDialog(() => import('#web/handovers/HandoverDialog.tsx'))
const PasswordSlips = lateDialog(() => import('#web/users/PasswordSlips.tsx'))
const ParentsDialog = lateDialog(() => import('#web/family/ParentsDialog.tsx'))
const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

/** Sends the letter with a link for the first password again. */
const Invite = ({ user }: { user: UserProfile }) => {
  const act = useActOnPeople()
  const invite = () =>
    act.mutate(
      { act: 'invite', user_ids: [user.id] },
      {
        onSuccess: ({ refused: [refusal] }) =>
          refusal
            ? toast({ severity: 'info', summary: 'Приглашение не отправлено', detail: refusal.detail })
            : toast({ severity: 'success', summary: 'Приглашение отправлено', detail: user.email ?? '' }),
        onError: (error) => reportError(error, 'Не удалось пригласить'),
      },
    )
  return (
    <Button variant="default" loading={act.isPending} onClick={invite}>
      Пригласить ещё раз
    </Button>
  )
}

/** What a curator may do about somebody else's account. */
export const ManageUser = ({ user }: { user: UserProfile }) => {
  const [editing, setEditing] = useState(false)
  const [handing, setHanding] = useState(false)
  const actor = useActor()
  const look = useLook(user.id)
  const give = useGivePasswords()
  const [erasing, setErasing] = useState(false)
  const [namingParents, setNamingParents] = useState(false)
  const { deactivate, restore, busy, dialog } = useUserState()
  const givePassword = async () => {
    const sure = await confirm({
      title: 'Выдать новый пароль?',
      text: 'Прежний пароль перестанет действовать, сеансы закончатся.',
      accept: 'Выдать',
    })
    if (sure) give.mutate([user.id], { onError: (error) => reportError(error, 'Не удалось выдать пароль') })
  }
  return (
    <>
      {user.erase_at && (
        <Text unprinted mt={4} tone="quiet">
          Учётная запись будет удалена {formatDay(user.erase_at)}.
        </Text>
      )}
      <Row unprinted gap={2} wrap align="stretch" mt={4.5}>
        <Button variant="default" onClick={() => setEditing(true)}>
          Изменить данные и роль
        </Button>
        {actor && canLookAs(actor, { role: user.role.slug }) && user.active !== false && (
          <Button
            variant="default"
            loading={look.isPending}
            styles={{ label: { overflowWrap: 'anywhere' } }}
            onClick={() => look.mutate()}
          >
            Посмотреть как {user.name}
          </Button>
        )}
        {user.role.slug !== 'student' && actor && canHandOver(actor, { role: user.role.slug }) && (
          <Button variant="default" onClick={() => setHanding(true)}>
            Передать дела
          </Button>
        )}
        {user.state === 'no-password' && user.email && <Invite user={user} />}
        {actor && user.active && canGivePassword(actor, { email: user.email ?? null, role: user.role.slug }, false) && (
          <Button variant="default" loading={give.isPending} onClick={() => void givePassword()}>
            Новый пароль
          </Button>
        )}
        {user.role.slug === 'student' && (
          <Button variant="default" onClick={() => setNamingParents(true)}>
            Родители
          </Button>
        )}
        {curates(actor, 'all') && (
          <Button
            component={Link}
            to={pathTo('settings', {}, { tab: 'audit', about: String(user.id) })}
            variant="default"
          >
            Журнал изменений
          </Button>
        )}
        {user.active === false ? (
          <SteadyButton variant="default" busy={busy} onClick={() => restore(user)}>
            Вернуть учётную запись
          </SteadyButton>
        ) : (
          <SteadyButton variant="subtle" color="red" busy={busy} onClick={() => deactivate(user)}>
            Отключить
          </SteadyButton>
        )}
        {user.erase_at ? (
          <KeepButton userId={user.id} />
        ) : (
          <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
            Удалить по заявлению
          </Button>
        )}
      </Row>
      {dialog}
      {give.data && <PasswordSlips slips={give.data.slips} onClose={() => give.reset()} />}
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
      {handing && <HandoverDialog user={user} onClose={() => setHanding(false)} />}
      {namingParents && <ParentsDialog userId={user.id} onClose={() => setNamingParents(false)} />}
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} />}
    </>
  )
}
