import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LtiConsent, LtiShares } from '#contract/lti/lti.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/data/report-error.ts'
import { consentsQuery, useChangeConsent, useWithdrawConsent } from '#web/lti/lti.queries.ts'
import { CardList } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { Section } from '#web/ui/Section.tsx'
import { toast } from '#web/ui/toasts.ts'

const ToolConsentDialog = lateDialog(() => import('#web/lti/ToolConsentDialog.tsx'))

const knownText = ({ shares_name, shares_email }: LtiShares) => {
  if (shares_name && shares_email) return 'Знает ваше имя и почту'
  if (shares_name) return 'Знает ваше имя'
  return shares_email ? 'Знает вашу почту' : 'Знает случайный знак вместо имени'
}

const Consent = ({ consent }: { consent: LtiConsent }) => {
  const { tool, shares_name, shares_email, may_share, reports, agreed_at } = consent
  const change = useChangeConsent(tool.id)
  const withdraw = useWithdrawConsent()
  const [changing, setChanging] = useState(false)
  const save = (shares: LtiShares) =>
    change.mutate(shares, {
      onSuccess: () => {
        setChanging(false)
        toast({ severity: 'success', summary: 'Сохранено: это узнает инструмент при следующем открытии' })
      },
      onError: (error) => reportError(error),
    })
  const takeBack = async () => {
    const sure = await confirm({
      title: `Отозвать согласие для «${tool.name}»?`,
      text: 'Инструмент не откроется, пока вы снова не согласитесь, и не сможет сообщать о вас баллы. То, что он уже узнал, останется у него; баллы, которые он сообщил, останутся в журнале.',
      accept: 'Отозвать',
      danger: true,
    })
    if (!sure) return
    withdraw.mutate(tool.id, {
      onSuccess: () => toast({ severity: 'success', summary: 'Согласие отозвано' }),
      onError: (error) => reportError(error),
    })
  }
  return (
    <Row as="li" gap={2} gapX={4} wrap justify="between" pad={3} padX={4.5}>
      <Stack as="span" from={18} anywhere>
        <span>{tool.name}</span>
        <Text as="span" size={3} tone="quiet">
          {knownText(consent)}
          {reports && ', сообщает баллы'}. Вы согласились {formatDay(agreed_at)}.
        </Text>
      </Stack>
      <Row as="span" gap={2} wrap align="stretch">
        {(may_share.shares_name || may_share.shares_email) && (
          <Button
            size="sm"
            variant="default"
            aria-label={`Изменить, что узнаёт: ${tool.name}`}
            onClick={() => setChanging(true)}
          >
            Изменить
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          disabled={withdraw.isPending}
          aria-label={`Отозвать согласие: ${tool.name}`}
          onClick={() => void takeBack()}
        >
          Отозвать
        </Button>
      </Row>
      {changing && (
        <ToolConsentDialog
          name={tool.name}
          mayShare={may_share}
          reports={reports}
          given={{ shares_name, shares_email }}
          action="Сохранить"
          busy={change.isPending}
          onAgree={save}
          onClose={() => setChanging(false)}
        />
      )}
    </Row>
  )
}

/** What a person has let tools of other sites know, on their own profile; nothing for who uses none. */
const OwnTools = () => {
  const query = useQuery(consentsQuery)
  const consents = query.data?.consents ?? []
  const isMissing = hasFailed(query)
  if (consents.length === 0 && !isMissing) return null
  return (
    <Section title="Внешние инструменты" mt={7}>
      {isMissing ? (
        <PartError />
      ) : (
        <CardList>
          {consents.map((consent) => (
            <Consent key={consent.tool.id} consent={consent} />
          ))}
        </CardList>
      )}
    </Section>
  )
}

export default OwnTools
