import { Button } from '@mantine/core'
import type { Application } from '#contract/applications/applications.schema.ts'
import { useApplicationText } from '#web/applications/application-text.ts'
import { useWithdrawApplication } from '#web/applications/applications.queries.ts'
import { useUser } from '#web/auth/session.ts'
import { reportError } from '#web/data/report-error.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Takes an application back; its text waits in the form, in case it was a slip. */
const Withdraw = ({ application: { id, program, text } }: { application: Application }) => {
  const withdraw = useWithdrawApplication()
  const [, keepText, clearText] = useApplicationText(program.id)
  const submit = async () => {
    // the form appears as soon as the application is withdrawn, and reads it then
    if (text) keepText(text)
    try {
      await withdraw.mutateAsync(id)
      toast({ severity: 'info', summary: 'Заявка отозвана' })
    } catch (error) {
      clearText()
      reportError(error, 'Не удалось отозвать заявку')
    }
  }
  return (
    <Button variant="default" size="sm" loading={withdraw.isPending} onClick={submit}>
      Отозвать заявку
    </Button>
  )
}

/** The user's own application to a course: when it was sent, and what the school has answered. */
export const OwnApplication = ({ application }: { application: Application }) => {
  const { status, text, reason, created_at, decided_at } = application
  const waiting = decided_at === null
  const getsLetter = useUser()?.email_confirmed
  return (
    <Stack gap={4}>
      <Row as="p" gap={1.5} gapX={3} wrap>
        <StatusBadge status={status} />
        <span>
          {waiting ? 'Отправлена' : 'Ответ от'} {formatMoment(decided_at ?? created_at)}
        </span>
      </Row>
      {waiting && <p>Школа ответит здесь{getsLetter && ' и письмом на вашу почту'}.</p>}
      {reason && <Paragraphs text={reason} />}
      {waiting && text && (
        <details>
          <Text as="summary" tone="brand">
            Что вы написали
          </Text>
          <Paragraphs text={text} />
        </details>
      )}
      {waiting && (
        <div>
          <Withdraw application={application} />
        </div>
      )}
    </Stack>
  )
}
