import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { accountStateNames } from '#contract/users/people-filter.ts'
import type { AccountRow } from '#contract/users/people-list.schema.ts'
import { canManageUser } from '#contract/users/users.policy.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useActor } from '#web/auth/use-actor.ts'
import { formatDay } from '#web/ui/dates.ts'
import { FoundRow } from '#web/ui/FoundList.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import type { Selection } from '#web/ui/use-selection.ts'
import { addressNote } from '#web/users/address-note.tsx'
import classes from '#web/users/Users.module.css'
import { useUserState } from '#web/users/use-user-state.tsx'

const UserForm = lateDialog(() => import('#web/users/UserForm.tsx'))

const lastVisit = ({ visited_at, created_at }: AccountRow) => {
  if (visited_at) return `Последний визит: ${formatDay(visited_at)}`
  return `Визитов ещё не было${created_at ? `, в списке с ${formatDay(created_at)}` : ''}`
}

/** A person in the curators' list, with what can be done about the account. */
export const UserRow = ({
  user,
  selected,
  onSelect,
}: {
  user: AccountRow
  selected: boolean
  /** With `range` everybody from the row that was touched last. */
  onSelect: Selection<AccountRow>['toggle']
}) => {
  const actor = useActor()
  const own = actor?.id === user.id
  const manages = actor !== null && canManageUser(actor, { role: user.role.slug })
  const [editing, setEditing] = useState(false)
  const { deactivate, restore, busy, dialog } = useUserState()
  const off = user.active === false
  const name = fullName(user)
  return (
    <FoundRow className={classes.user} data-off={off || undefined}>
      <Row gap={3} shrink>
        {manages && !own ? (
          <Checkbox
            size="sm"
            aria-label={`Выбрать: ${name}`}
            checked={selected}
            onChange={() => {}}
            onClick={({ shiftKey }) => onSelect(user, shiftKey)}
          />
        ) : (
          // in line with the others
          <span className={classes.unchosen} />
        )}
        <PersonChip person={user} href={pathTo('users.show', { id: user.id })} note={addressNote(user)} size={40} />
      </Row>
      <Stack gap={0.5} size={3}>
        <Row as="p" gap={0} gapX={3} wrap tone="soft">
          <span>{[user.role.name, ...user.cohorts.map((cohort) => cohort.name)].join(' · ')}</span>
          {user.state !== 'active' && (
            <Text as="span" tone={user.state === 'off' ? 'bad' : 'warn'}>
              {accountStateNames[user.state]}
            </Text>
          )}
        </Row>
        <Text tone="quiet">{lastVisit(user)}</Text>
      </Stack>
      <Row gap={2} align="stretch" className={classes.actions}>
        {manages && (
          <>
            <Button size="sm" variant="default" aria-label={`Изменить: ${name}`} onClick={() => setEditing(true)}>
              Изменить
            </Button>
            {off ? (
              <SteadyButton
                size="sm"
                variant="default"
                busy={busy}
                aria-label={`Вернуть: ${name}`}
                onClick={() => restore(user)}
              >
                Вернуть
              </SteadyButton>
            ) : (
              !own && (
                <SteadyButton
                  size="sm"
                  variant="subtle"
                  color="gray"
                  busy={busy}
                  aria-label={`Отключить: ${name}`}
                  onClick={() => deactivate(user)}
                >
                  Отключить
                </SteadyButton>
              )
            )}
          </>
        )}
      </Row>
      {dialog}
      {editing && <UserForm user={user} onClose={() => setEditing(false)} />}
    </FoundRow>
  )
}
