import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WaitingRegistration } from '#contract/registrations/registrations.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { lateDialog } from '#web/app/late.tsx'
import { listPage, useListAddress } from '#web/app/list-address.ts'
import { reportError } from '#web/data/report-error.ts'
import { registrationsQuery, useAcceptRegistration } from '#web/registrations/registrations.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { FoundList, FoundRow } from '#web/ui/FoundList.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const DeclineRegistration = lateDialog(() => import('#web/registrations/DeclineRegistration.tsx'))

const Waiting = ({ registration }: { registration: WaitingRegistration }) => {
  const { user, email, cohort, program, created_at } = registration
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row)
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptRegistration()
  const name = fullName(user)
  const submit = async () => {
    try {
      await accept.mutateAsync(user.id)
      toast({ severity: 'success', summary: 'Принято, письмо отправлено', detail: name })
    } catch (error) {
      reportError(error, 'Не удалось принять')
    }
  }
  return (
    <FoundRow ref={row} gap={3} pad={4}>
      <Stack gap={1} shrink>
        <b>{name}</b>
        <Text as="span" size={3} tone="quiet" anywhere>
          {[email, cohort?.name, formatMoment(created_at)].filter(Boolean).join(' · ')}
        </Text>
        {program && (
          <Text as="span" size={3} tone="quiet" anywhere>
            С заявкой на курс «{program.name}»
          </Text>
        )}
      </Stack>
      <Row gap={2} wrap justify="end">
        <SteadyButton
          size="sm"
          data-next=""
          busy={accept.isPending}
          aria-label={`Принять: ${name}`}
          onClick={() => void submit()}
        >
          Принять
        </SteadyButton>
        <Button
          size="sm"
          variant="default"
          disabled={accept.isPending}
          aria-label={`Отказать: ${name}`}
          onClick={() => setDeclining(true)}
        >
          Отказать
        </Button>
        {declining && <DeclineRegistration registration={registration} onClose={() => setDeclining(false)} />}
      </Row>
    </FoundRow>
  )
}

/** People who have registered and wait until a curator lets them in. */
const Registrations = () => {
  const { search, pageHref } = useListAddress('users.index')
  return (
    <FoundList
      query={useQuery(registrationsQuery(listPage(search.page)))}
      items={({ registrations }) => registrations}
      empty={{
        icon: IconUserCheck,
        title: 'Никто не ждёт',
        text: 'Если в настройках школы включено «Новых принимает куратор», здесь появятся те, кто зарегистрировался.',
      }}
      pageHref={pageHref}
    >
      {(list) => list.map((registration) => <Waiting key={registration.user.id} registration={registration} />)}
    </FoundList>
  )
}

export default Registrations
