import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { signOut } from '#web/auth/sign-out.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { seesSettings } from '#web/settings/sees-settings.ts'
import { statementPath } from '#web/statements/statement-path.ts'
import { Row, Text } from '#web/ui/layout.tsx'

const PasswordForm = lateDialog(() => import('#web/users/PasswordForm.tsx'))

/** The acts on the user's own profile; `focused` when the form has just been closed. */
export const OwnActions = ({ user, onEdit, focused }: { user: UserProfile; onEdit: () => void; focused: boolean }) => {
  const navigate = useNavigate()
  const actor = useActor()
  const [changingPassword, setChangingPassword] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut(() => navigate({ to: '/' }))
    setLeaving(false)
  }
  return (
    <>
      {!user.about && (
        <Text unprinted mt={4} tone="quiet">
          Расскажите о себе: это прочтут те, кому понравились ваши проекты.
        </Text>
      )}
      <Row unprinted gap={2} wrap align="stretch" mt={4.5}>
        <Button variant="default" autoFocus={focused} onClick={onEdit}>
          Изменить профиль
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Распечатать резюме
        </Button>
        {user.role.slug === 'student' && (
          <Button component={Link} to={statementPath(user.id)} variant="default">
            Справка об успеваемости
          </Button>
        )}
        <Button variant="default" onClick={() => setChangingPassword(true)}>
          Сменить пароль
        </Button>
        {seesSettings(actor) && (
          <Button component={Link} to={pathTo('settings')} variant="default">
            Настройки школы
          </Button>
        )}
        <Button variant="subtle" color="gray" loading={leaving} onClick={() => void leave()}>
          Выйти
        </Button>
      </Row>
      {changingPassword && <PasswordForm userId={user.id} onClose={() => setChangingPassword(false)} />}
    </>
  )
}
