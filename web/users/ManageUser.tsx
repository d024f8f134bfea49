import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserRow } from '#contract/users/users.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import classes from '#web/users/Profile.module.css'
import { useUserState } from '#web/users/use-user-state.ts'

const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))

/** What a curator may do about somebody else's account. */
export const ManageUser = ({ user }: { user: UserRow }) => {
  const [editing, setEditing] = useState(false)
  const { deactivate, restore, busy } = useUserState()
  return (
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
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
    </div>
  )
}
