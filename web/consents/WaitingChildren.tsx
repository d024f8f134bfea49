import { Button } from '@mantine/core'
import { IconMailForward, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reminded, WaitingChild } from '#contract/consents/waiting-children.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useListAddress } from '#web/app/list-address.ts'
import { useRemindParents, waitingFilterOf, waitingQuery } from '#web/consents/consents.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { formatCalendarDay, formatMoment } from '#web/ui/dates.ts'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { ListTools } from '#web/ui/ListTools.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const PaperConsentDialog = lateDialog(() => import('#web/consents/PaperConsentDialog.tsx'))
const ParentsDialog = lateDialog(() => import('#web/family/ParentsDialog.tsx'))

const tellReminded = ({ sent, too_soon, without_address }: Reminded) => {
  const rest = [
    too_soon.length > 0 && `сегодня уже писали: ${too_soon.length}`,
    without_address.length > 0 && `нет почты: ${without_address.length}`,
  ].filter(Boolean)
  toast({
    severity: sent.length > 0 ? 'success' : 'info',
    summary:
      sent.length > 0
        ? `Напомнили родителям: ${counted(sent.length, 'ребёнок', 'ребёнка', 'детей')}`
        : 'Никому не написали',
    ...(rest.length > 0 && { detail: `Остальным нет: ${rest.join(', ')}` }),
  })
}

/** How the parents were asked so far, in words. */
const askedText = ({ parents, letters, sent_at }: WaitingChild) => {
  const emails = parents.flatMap(({ email }) => email ?? [])
  if (emails.length === 0) return 'Почты родителя нет'
  const sent =
    sent_at === null
      ? 'письма ещё не было'
      : `${counted(letters, 'письмо', 'письма', 'писем')}, последнее ${formatMoment(sent_at)}`
  return `${emails.join(', ')} · ${sent}`
}

const Waiting = ({ child }: { child: WaitingChild }) => {
  const { user, classes, birth_date, parents, can_remind } = child
  const [open, setOpen] = useState<'paper' | 'parents' | null>(null)
  const remind = useRemindParents()
  const name = fullName(user)
  const hasAddress = parents.some(({ email }) => email !== null)
  const correct = hasAddress ? 'Исправить почту' : 'Вписать почту'
  const close = () => setOpen(null)
  return (
    <FoundRow gap={3} pad={4}>
      <Stack gap={1} shrink links="quiet">
        <b>
          <Link to={pathTo('users.show', { id: user.id })}>{name}</Link>
        </b>
        <Text as="span" size={3} tone="quiet" anywhere>
          {[birth_date && `Дата рождения: ${formatCalendarDay(birth_date)}`, ...classes.map((cohort) => cohort.name)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text as="span" size={3} tone={hasAddress ? 'quiet' : 'bad'} anywhere>
          {askedText(child)}
        </Text>
      </Stack>
      <Row gap={2} wrap justify="end">
        {can_remind && (
          <Button
            size="sm"
            variant="default"
            loading={remind.isPending}
            aria-label={`Напомнить: ${name}`}
            onClick={() =>
              remind.mutate([user.id], {
                onSuccess: tellReminded,
                onError: (error) => reportError(error, 'Не удалось напомнить'),
              })
            }
          >
            Напомнить
          </Button>
        )}
        <Button size="sm" variant="default" aria-label={`${correct}: ${name}`} onClick={() => setOpen('parents')}>
          {correct}
        </Button>
        <Button size="sm" variant="light" aria-label={`Согласие на бумаге: ${name}`} onClick={() => setOpen('paper')}>
          Согласие на бумаге
        </Button>
      </Row>
      {open === 'paper' && (
        <PaperConsentDialog child={user} waits parentName={parents[0]?.name ?? ''} onClose={close} />
      )}
      {open === 'parents' && <ParentsDialog userId={user.id} onClose={close} />}
    </FoundRow>
  )
}

const RemindAll = () => {
  const remind = useRemindParents()
  return (
    <Button
      variant="default"
      loading={remind.isPending}
      leftSection={<IconMailForward size={18} aria-hidden="true" />}
      onClick={() =>
        remind.mutate(undefined, {
          onSuccess: tellReminded,
          onError: (error) => reportError(error, 'Не удалось напомнить'),
        })
      }
    >
      Напомнить всем
    </Button>
  )
}

/** Children whose accounts wait for a parent's consent, for curators. */
const WaitingChildren = () => {
  const { search, narrow, pageHref } = useListAddress('users.index')
  const filter = waitingFilterOf(search)
  const query = useQuery(waitingQuery(filter))
  return (
    <>
      <ListTools
        label="Имя или фамилия"
        search={filter.search}
        onSearch={(search) => narrow({ search })}
        found={query.data && counted(query.data.total, 'ребёнок', 'ребёнка', 'детей')}
        actions={query.data && query.data.total > 0 && <RemindAll />}
      />
      <FoundList
        query={query}
        items={({ waiting }) => waiting}
        empty={{
          icon: IconUserCheck,
          title: filter.search ? 'Никого не нашлось' : 'Никто не ждёт',
          text: filter.search
            ? 'Проверьте, как написано имя.'
            : 'Здесь появятся дети, которым школа создала учётную запись и за которых ещё не согласился родитель.',
        }}
        pageHref={pageHref}
      >
        {(list) => list.map((child) => <Waiting key={child.user.id} child={child} />)}
      </FoundList>
    </>
  )
}

export default WaitingChildren
