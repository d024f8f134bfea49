import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Application } from '#contract/applications/applications.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/app/report-error.ts'
import classes from '#web/applications/Applications.module.css'
import { useAcceptApplication } from '#web/applications/applications.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundRow } from '#web/ui/FoundList.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toasts.ts'

const DeclineDialog = lateDialog(() => import('#web/applications/DeclineDialog.tsx'))

const Answer = ({ application }: { application: Application }) => {
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptApplication()
  const name = fullName(application.user)
  const submit = async () => {
    try {
      await accept.mutateAsync(application.id)
      toast({ severity: 'success', summary: 'Заявка принята', detail: `${name}: «${application.program.name}»` })
    } catch (error) {
      reportError(error, 'Не удалось принять заявку')
    }
  }
  return (
    <Row gap={2} wrap align="stretch" justify="end" className={classes.actions}>
      <Button size="sm" loading={accept.isPending} aria-label={`Принять: ${name}`} onClick={submit}>
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
          <Link className={classes.course} to={pathTo('programs.show', { id: program.id })}>
            {program.name}
          </Link>
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
