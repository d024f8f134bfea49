import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Application } from '#contract/applications/applications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { lateDialog } from '#web/app/late.tsx'
import classes from '#web/applications/Applications.module.css'
import { useAcceptApplication } from '#web/applications/applications.queries.ts'
import { ProgramName } from '#web/applications/ProgramName.tsx'
import { queryClient } from '#web/data/query-client.ts'
import { reportError } from '#web/data/report-error.ts'
import { programQuery } from '#web/programs/programs.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundRow } from '#web/ui/FoundList.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

const DeclineDialog = lateDialog(() => import('#web/applications/DeclineDialog.tsx'))

/** Asks before somebody is accepted into a full course; one without an announcement is not known to be full. */
const seatsAllow = async ({ user, program: { id, announced } }: Application) => {
  if (!announced) return true
  const loaded = await queryClient.fetchQuery({ ...programQuery(id), staleTime: 0 }).catch(() => null)
  const { seats, seats_left } = loaded?.program ?? {}
  if (!seats || seats_left !== 0) return true
  return confirm({
    title: `Принять заявку: ${fullName(user)}?`,
    text: `На курсе ${counted(seats, 'место', 'места', 'мест')}, ${seats === 1 ? 'оно занято' : 'все заняты'}. Принять всё равно?`,
    accept: 'Принять',
  })
}

const Answer = ({ application }: { application: Application }) => {
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptApplication()
  const once = useSingle()
  const name = fullName(application.user)
  const submit = async () => {
    if (!(await seatsAllow(application))) return
    try {
      await accept.mutateAsync(application.id)
      toast({ severity: 'success', summary: 'Заявка принята', detail: `${name}: «${application.program.name}»` })
    } catch (error) {
      reportError(error, 'Не удалось принять заявку')
    }
  }
  return (
    <Row gap={2} wrap align="stretch" justify="end" className={classes.actions}>
      <Button size="sm" loading={accept.isPending} aria-label={`Принять: ${name}`} onClick={() => once(submit)}>
        Принять
      </Button>
      <Button
        size="sm"
        variant="default"
        disabled={accept.isPending}
        aria-label={`Отклонить: ${name}`}
        onClick={() => setDeclining(true)}
      >
        Отклонить
      </Button>
      {declining && <DeclineDialog application={application} onClose={() => setDeclining(false)} />}
    </Row>
  )
}

/** An application as the school reads and answers it. */
export const ApplicationRow = ({ application }: { application: Application }) => {
  const { user, program, text, reason, status, created_at, decided_at } = application
  return (
    <FoundRow gap={3} pad={4}>
      <Stack links="quiet" gap={2} shrink>
        <div>
          <PersonChip
            person={user}
            href={pathTo('users.show', { id: user.id })}
            note={`Заявка от ${formatMoment(created_at)}`}
            size={40}
          />
        </div>
        <p>
          <ProgramName program={program} className={classes.course} />
        </p>
        {text && (
          <Box tone="soft" className={classes.text}>
            <Paragraphs text={text} />
          </Box>
        )}
        {decided_at && (
          <Text size={3} tone="quiet">
            <StatusBadge status={status} /> {formatMoment(decided_at)}
            {reason && `: ${reason}`}
          </Text>
        )}
      </Stack>
      {!decided_at && <Answer application={application} />}
    </FoundRow>
  )
}
