import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserProfile } from '#contract/users/users.api.ts'
import { lateDialog } from '#web/app/late.tsx'
import { KeepButton } from '#web/privacy/KeepButton.tsx'
import { formatDay } from '#web/ui/dates.ts'
import classes from '#web/users/Profile.module.css'
import { useUserState } from '#web/users/use-user-state.tsx'

const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))
const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

/** What a curator may do about somebody else's account. */
export const ManageUser = ({ user }: { user: UserProfile }) => {
  const [editing, setEditing] = useState(false)
  const [erasing, setErasing] = useState(false)
  const { deactivate, restore, busy, dialog } = useUserState()
  return (
    <>
      {user.erase_at && <p className={classes.hint}>Учётная запись будет удалена {formatDay(user.erase_at)}.</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setEditing(true)}>
          Изменить данные и роль
        </Button>
        {user.active === false ? (
          <Button variant="default" disabled={busy} onClick={() => restore(user)}>
            Вернуть учётную запись
          </Button>
        ) : (
          <Button variant="subtle" color="red" disabled={busy} onClick={() => deactivate(user)}>
            Отключить
          </Button>
        )}
        {user.erase_at ? (
          <KeepButton userId={user.id} />
        ) : (
          <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
            Удалить по заявлению
          </Button>
        )}
      </div>
      {dialog}
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} />}
    </>
  )
}
