import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor, SessionRow } from '#contract/auth/account.schema.ts'
import { counted } from '#contract/plural.ts'
import { lateDialog } from '#web/app/late.tsx'
import { AccessLine } from '#web/auth/AccessLine.tsx'
import { secondFactorQuery, sessionsQuery, useEndOtherSessions, useEndSession } from '#web/auth/account.queries.ts'
import { PasskeyLines } from '#web/auth/PasskeyLines.tsx'
import { passkeysQuery } from '#web/auth/passkeys.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { IdentityLines } from '#web/identities/IdentityLines.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatAgo, formatDay } from '#web/ui/dates.ts'
import { hasFailed, isFirstLoad } from '#web/ui/first-load.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

const SecondFactorDialog = lateDialog(() => import('#web/auth/SecondFactorDialog.tsx'))
const RemoveSecondFactor = lateDialog(() => import('#web/auth/RemoveSecondFactor.tsx'))
const NewRecoveryCodes = lateDialog(() => import('#web/auth/NewRecoveryCodes.tsx'))

const CodeLine = ({ userId, factor, managed }: { userId: number; factor: SecondFactor; managed: boolean }) => {
  // what was opened stays: the recovery codes are shown when the factor is on already
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  if (!factor && managed) return null
  const close = () => setOpen(null)
  const left = factor && counted(factor.recovery_codes, 'запасной код', 'запасных кода', 'запасных кодов')
  return (
    <AccessLine>
      <Text tone="soft" from={18}>
        {factor
          ? `Вход с кодом из приложения включён ${formatDay(factor.since)}. Осталось: ${left}.`
          : 'Вход с кодом: кроме пароля понадобится код из приложения на телефоне.'}
      </Text>
      <Button variant="subtle" color={factor ? 'red' : undefined} onClick={() => setOpen(factor ? 'off' : 'on')}>
        {factor ? 'Выключить вход с кодом' : 'Включить вход с кодом'}
      </Button>
      {open === 'off' && <RemoveSecondFactor userId={userId} onClose={close} />}
      {open === 'on' && <SecondFactorDialog userId={userId} onClose={close} />}
    </AccessLine>
  )
}

const RecoveryLine = ({ userId }: { userId: number }) => {
  const [open, setOpen] = useState(false)
  return (
    <AccessLine>
      <Text tone="soft" from={18}>
        Запасные коды: войти без телефона и ключа. Если они кончаются или их кто-то видел, возьмите новые.
      </Text>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        Новые запасные коды
      </Button>
      {open && <NewRecoveryCodes userId={userId} onClose={() => setOpen(false)} />}
    </AccessLine>
  )
}

const SessionLine = ({ userId, session }: { userId: number; session: SessionRow }) => {
  const end = useEndSession(userId)
  const finish = () => end.mutate(session.id, { onError: (error) => reportError(error, 'Не удалось выйти') })
  return (
    <AccessLine>
      <Stack gap={0.5}>
        <span>{session.device}</span>
        <Text size={2} tone="quiet">
          {session.current ? 'Это устройство' : `Последний раз ${formatAgo(session.used_at)}`}
          {session.network && ` · сеть ${session.network}`} · вход {formatDay(session.created_at)}
        </Text>
      </Stack>
      {!session.current && (
        <Button
          variant="subtle"
          color="gray"
          loading={end.isPending}
          onClick={finish}
          aria-label={`Завершить сеанс: ${session.device}`}
        >
          Завершить
        </Button>
      )}
    </AccessLine>
  )
}

const OthersLine = ({ userId, managed }: { userId: number; managed: boolean }) => {
  const end = useEndOtherSessions(userId)
  const finish = () =>
    end.mutate(undefined, {
      onSuccess: () => toast({ severity: 'success', summary: 'На других устройствах нужно войти заново' }),
      onError: (error) => reportError(error, 'Не удалось выйти'),
    })
  return (
    <AccessLine>
      <Text tone="soft" from={18}>
        {managed
          ? 'Устройство чужое? Завершите сеансы: войти заново можно будет только с паролем.'
          : 'Не узнаёте устройство? Выйдите и задайте новый пароль.'}
      </Text>
      <Button variant="subtle" color="red" loading={end.isPending} onClick={finish}>
        {managed ? 'Завершить все сеансы' : 'Завершить остальные сеансы'}
      </Button>
    </AccessLine>
  )
}

/** Where somebody is signed in, and by what beside the password: for them, and for curators (`managed`). */
const Access = ({ userId, managed = false }: { userId: number; managed?: boolean }) => {
  const sessions = useQuery(sessionsQuery(userId))
  const factorQuery = useQuery(secondFactorQuery(userId))
  const passkeysOf = useQuery(passkeysQuery(userId))
  const factor = factorQuery.data?.second_factor
  const hasPasskeys = Boolean(passkeysOf.data?.passkeys.length)
  const ways = [factorQuery, passkeysOf]
  return (
    <Box unprinted as="section" mt={7} aria-labelledby="access">
      <Text as="h2" mb={4} id="access">
        Вход и устройства
      </Text>
      {ways.some(hasFailed) && (
        <Box mb={3}>
          <PartError what="способы входа" />
        </Box>
      )}
      {/* a line that came later would move the buttons under it away from the pointer */}
      {ways.some(isFirstLoad) ? (
        <SkeletonList />
      ) : (
        <ListState query={sessions}>
          {({ sessions }) => (
            <Card flush divided>
              {factor !== undefined && <CodeLine userId={userId} factor={factor} managed={managed} />}
              <PasskeyLines userId={userId} managed={managed} />
              {!managed && (factor || hasPasskeys) && <RecoveryLine userId={userId} />}
              <IdentityLines userId={userId} managed={managed} />
              {sessions.map((session) => (
                <SessionLine key={session.id} userId={userId} session={session} />
              ))}
              {sessions.some(({ current }) => !current) && <OthersLine userId={userId} managed={managed} />}
              {sessions.length === 0 && !factor && (
                <AccessLine>
                  <Text tone="quiet">Сейчас нигде не открыто.</Text>
                </AccessLine>
              )}
            </Card>
          )}
        </ListState>
      )}
    </Box>
  )
}

export default Access
