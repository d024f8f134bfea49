import { Button } from '@mantine/core'
import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { UserRow as User } from '#contract/users/users.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { formatDay } from '#web/ui/dates.ts'
import { FoundRow } from '#web/ui/FoundList.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { addressNote } from '#web/users/address-note.tsx'
import classes from '#web/users/Users.module.css'
import { useUserState } from '#web/users/use-user-state.tsx'

const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))

/** A person in the curators' list, with what can be done about the account. */
export const UserRow = ({ user }: { user: User }) => {
  const own = useUser()?.id === user.id
  const [editing, setEditing] = useState(false)
  const { deactivate, restore, busy, dialog } = useUserState()
  const off = user.active === false
  const name = fullName(user)
  return (
    <FoundRow className={classes.user} data-off={off || undefined}>
      <PersonChip person={user} href={pathTo('users.show', { id: user.id })} note={addressNote(user)} size={40} />
      <Row as="p" gap={0} gapX={4} wrap size={3} tone="soft">
        <span className={classes.role}>{user.role.name}</span>
        {off ? (
          <Text as="span" tone="bad">
            Отключён
          </Text>
        ) : (
          user.created_at && (
            <Text as="span" tone="quiet">
              с {formatDay(user.created_at)}
            </Text>
          )
        )}
      </Row>
      <Row gap={2} align="stretch" className={classes.actions}>
        <Button size="sm" variant="default" aria-label={`Изменить: ${name}`} onClick={() => setEditing(true)}>
          Изменить
        </Button>
        {off ? (
          <Button
            size="sm"
            variant="default"
            disabled={busy}
            aria-label={`Вернуть: ${name}`}
            onClick={() => restore(user)}
          >
            Вернуть
          </Button>
        ) : (
          !own && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              disabled={busy}
              aria-label={`Отключить: ${name}`}
              onClick={() => deactivate(user)}
            >
              Отключить
            </Button>
          )
        )}
      </Row>
      {dialog}
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
    </FoundRow>
  )
}
