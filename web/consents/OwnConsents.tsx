import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AskedConsent,
  type Consent,
  type GivenSlug,
  isOutdated,
  neededConsents,
} from '#contract/consents/consents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { consentsQuery, useGiveConsent, useWithdrawConsent } from '#web/consents/consents.queries.ts'
import classes from '#web/consents/OwnConsents.module.css'
import { reportError } from '#web/data/report-error.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { CardList } from '#web/ui/Card.tsx'
import { confirm, type Question } from '#web/ui/confirm.ts'
import { formatCalendarDay, formatDay, formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

/** A person's consents, with a way to take them back: on their own profile. */
const OwnConsents = ({ userId }: { userId: number }) => {
  const query = useQuery(consentsQuery(userId))
  return (
    <Box as="section" mt={7} aria-labelledby="consents">
      <Text as="h2" mb={4} id="consents">
        Мои согласия
      </Text>
      <ListState query={query}>
        {({ asked, consents }) => (
          <>
            <CardList>
              {asked.map((consent) => (
                <Asked key={consent.document.slug} userId={userId} consent={consent} />
              ))}
            </CardList>
            {consents.length > 0 && <History consents={consents} />}
          </>
        )}
      </ListState>
    </Box>
  )
}

const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

const question: Question = {
  title: 'Отозвать согласие на публикацию?',
  text: 'Проекты, которые видят все, станут видны только школе, и те, где вы один из авторов, тоже. Чтобы снова показать их всем, нужно будет согласиться ещё раз.',
  accept: 'Отозвать',
  danger: true,
}

const standing = ({ given, own }: AskedConsent) => {
  if (!given) return own ? 'Не дано' : 'Не дано: по возрасту его даёт родитель'
  const by = given.parent ? ` родителем: ${given.parent.name}` : ''
  return `Дано ${formatDay(given.given_at)}${by}, версия ${given.version}`
}

const Asked = ({ userId, consent }: { userId: number; consent: AskedConsent }) => {
  const { document, version, given, own } = consent
  const user = useUser()
  const give = useGiveConsent(userId)
  const withdraw = useWithdrawConsent(userId)
  const [erasing, setErasing] = useState(false)
  const agree = () =>
    give.mutate(
      { document: document.slug as GivenSlug, version },
      {
        onSuccess: () => toast({ severity: 'success', summary: 'Согласие записано' }),
        onError: (error) => reportError(error),
      },
    )
  const takeBack = async () => {
    // the account needs this consent: taking it back needs the password, like the button that erases the account
    if (neededConsents.includes(document.slug)) return setErasing(true)
    if (!(await confirm(question))) return
    withdraw.mutate(
      { document: document.slug },
      {
        onSuccess: () => toast({ severity: 'success', summary: 'Согласие отозвано' }),
        onError: (error) => reportError(error),
      },
    )
  }
  const outdated = isOutdated(consent)
  const busy = give.isPending || withdraw.isPending
  return (
    <Row as="li" gap={2} gapX={4} wrap justify="between" pad={3} padX={4.5}>
      <Stack as="span" from={18} anywhere>
        <Link className={classes.title} to={versionHref(document.slug, given?.version ?? version)}>
          {document.title}
        </Link>
        <Text as="span" size={3} tone="quiet">
          {standing(consent)}
        </Text>
        {outdated && (
          <Text as="span" links="underlined" size={3} tone="quiet">
            Текст изменился.{' '}
            <Link to={pathTo('documents.show', { slug: document.slug })}>Прочитать версию {version}</Link>
          </Text>
        )}
      </Stack>
      <Row as="span" gap={2} wrap align="stretch">
        {own && (outdated || !given) && (
          <Button
            size="sm"
            variant="default"
            disabled={busy}
            aria-label={`${outdated ? 'Согласиться с новой версией' : 'Дать согласие'}: ${document.title}`}
            onClick={agree}
          >
            {outdated ? 'Согласиться' : 'Дать согласие'}
          </Button>
        )}
        {given && (
          <Button
            size="sm"
            variant="default"
            disabled={busy}
            aria-label={`Отозвать: ${document.title}`}
            onClick={() => void takeBack()}
          >
            Отозвать
          </Button>
        )}
      </Row>
      {erasing && user && <EraseDialog user={user} withdrawn={document.slug} onClose={() => setErasing(false)} />}
    </Row>
  )
}

const History = ({ consents }: { consents: Consent[] }) => (
  <Box links="underlined" as="details" mt={3} size={3} tone="soft" className={classes.history}>
    <Text as="summary" tone="quiet">
      История согласий
    </Text>
    <Stack as="ul" gap={1} mt={2}>
      {consents.map(({ id, document, version, given_at, address, paper, withdrawn_at }) => (
        <li key={id}>
          <Link to={versionHref(document.slug, version)}>
            {document.title}, версия {version}
          </Link>
          : {paper ? `на бумаге, подписано ${formatCalendarDay(paper.signed_on)}, записано` : 'дано'}{' '}
          {formatMoment(given_at)}
          {address && ` с адреса ${address}`}
          {withdrawn_at && `, отозвано ${formatMoment(withdrawn_at)}`}
        </li>
      ))}
    </Stack>
  </Box>
)

export default OwnConsents
