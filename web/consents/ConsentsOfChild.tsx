import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Consent, ParentsSlug } from '#contract/consents/consents.schema.ts'
import { counted } from '#contract/plural.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { consentsQuery, useWithdrawOnPaper } from '#web/consents/consents.queries.ts'
import { PaperNote } from '#web/consents/PaperNote.tsx'
import { reportError } from '#web/data/report-error.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { CardList } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const PaperConsentDialog = lateDialog(() => import('#web/consents/PaperConsentDialog.tsx'))

const question = (slug: string) => ({
  title: 'Родитель отозвал согласие письменно?',
  text:
    slug === 'publication'
      ? 'Проекты, которые видят все, станут видны только школе.'
      : `Учётную запись ребёнка сразу перестанут видеть другие, а через ${counted(erasureDays, 'день', 'дня', 'дней')} она удалится вместе с именем, работами и файлами. До этого можно записать новое согласие.`,
  accept: 'Отозвать',
  danger: true,
})

const Line = ({ userId, consent, valid }: { userId: number; consent: Consent; valid: boolean }) => {
  const { document, version, given_at, parent, withdrawn_at } = consent
  const withdraw = useWithdrawOnPaper(userId)
  const takeBack = async () => {
    if (!(await confirm(question(document.slug)))) return
    withdraw.mutate(document.slug as ParentsSlug, {
      onSuccess: () => toast({ severity: 'success', summary: 'Согласие отозвано' }),
      onError: (error) => reportError(error, 'Не удалось отозвать'),
    })
  }
  return (
    <Row as="li" gap={2} gapX={4} wrap justify="between" pad={3} padX={4.5}>
      <Stack as="span" from={18} anywhere links="quiet">
        <Link to={versionHref(document.slug, version)}>{document.title}</Link>
        <Text as="span" size={3} tone="quiet">
          Дано {formatMoment(given_at)}
          {parent && `, родитель: ${[parent.name, parent.email].filter(Boolean).join(', ')}`}
          {withdrawn_at && `. Отозвано ${formatMoment(withdrawn_at)}`}
        </Text>
        <PaperNote consent={consent} />
      </Stack>
      {valid && parent && (
        <Button
          size="sm"
          variant="default"
          loading={withdraw.isPending}
          aria-label={`Отозвать по заявлению: ${document.title}`}
          onClick={() => void takeBack()}
        >
          Отозвать по заявлению
        </Button>
      )}
    </Row>
  )
}

/** A student's consents, for curators: with scans of those on paper, and a way to record another. */
const ConsentsOfChild = ({ user }: { user: UserProfile }) => {
  const query = useQuery(consentsQuery(user.id))
  const [recording, setRecording] = useState(false)
  return (
    <Box as="section" mt={7} aria-labelledby="consents">
      <Text as="h2" mb={4} id="consents">
        Согласия
      </Text>
      {user.awaits_parent_at && (
        <Text mb={3} tone="soft">
          Учётная запись ждёт согласия родителя с {formatMoment(user.awaits_parent_at)}: войти пока нельзя.
        </Text>
      )}
      <ListState query={query}>
        {({ consents }) =>
          consents.length > 0 && (
            <CardList>
              {consents.map((consent) => (
                <Line key={consent.id} userId={user.id} consent={consent} valid={consent.withdrawn_at === null} />
              ))}
            </CardList>
          )
        }
      </ListState>
      <Box mt={3}>
        <Button variant="default" onClick={() => setRecording(true)}>
          Записать согласие на бумаге
        </Button>
      </Box>
      {recording && (
        <PaperConsentDialog child={user} waits={Boolean(user.awaits_parent_at)} onClose={() => setRecording(false)} />
      )}
    </Box>
  )
}

export default ConsentsOfChild
