import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { fullName } from '#contract/users/names.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { canManageUsers } from '#contract/users/users.policy.ts'
import { lateDialog, latePart } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { signOut } from '#web/auth/sign-out.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { AvatarField } from '#web/users/AvatarField.tsx'
import { ManageUser } from '#web/users/ManageUser.tsx'
import classes from '#web/users/Profile.module.css'

const ProfileForm = latePart(
  () => import('#web/users/ProfileForm.tsx'),
  () => <SkeletonList count={3} height={64} />,
)
const PasswordForm = lateDialog(() => import('#web/users/PasswordForm.tsx'))

/** Who this is, and what the reader may do about it: one's own things, or a curator's. */
export const ProfileHead = ({ user }: { user: UserProfile }) => {
  const me = useUser()
  const navigate = useNavigate()
  const own = me?.id === user.id
  const manages = me !== null && !own && canManageUsers({ id: me.id, role: me.role.slug })
  const [editing, setEditing] = useState(false)
  const [changingPassword, setChangingPassword] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    setEditing(false)
    requestAnimationFrame(() => edit.current?.focus())
  }
  const leave = async () => {
    setLeaving(true)
    await signOut(() => navigate({ to: '/' }))
    setLeaving(false)
  }
  return (
    <div>
      {user.active === false && (
        <div className={classes.notice}>
          <Notice tone="warn">
            <b>Учётная запись отключена.</b> Войти нельзя, профиль видят только кураторы.
          </Notice>
        </div>
      )}
      <header className={classes.head}>
        <AvatarField user={user} editable={own} />
        <div className={classes.words}>
          <h1>{fullName(user)}</h1>
          <p className={classes.facts}>
            <span>{user.role.name}</span>
            {user.email && <a href={`mailto:${user.email}`}>{user.email}</a>}
          </p>
          {user.about && !editing && <p className={classes.about}>{user.about}</p>}
          {own && !user.about && !editing && (
            <p className={classes.hint}>Расскажите о себе: это прочтут те, кому понравились ваши проекты.</p>
          )}
          {own && !editing && (
            <div className={classes.actions}>
              <Button ref={edit} variant="default" onClick={() => setEditing(true)}>
                Изменить профиль
              </Button>
              <Button variant="default" onClick={() => setChangingPassword(true)}>
                Сменить пароль
              </Button>
              <Button variant="subtle" color="gray" loading={leaving} onClick={() => void leave()}>
                Выйти
              </Button>
            </div>
          )}
          {manages && <ManageUser user={user} />}
          {editing && <ProfileForm user={user} onDone={stopEditing} />}
        </div>
      </header>
      {changingPassword && (
        <PasswordForm userId={user.id} email={me?.email ?? ''} onClose={() => setChangingPassword(false)} />
      )}
    </div>
  )
}
