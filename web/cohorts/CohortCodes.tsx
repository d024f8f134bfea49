import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeDays } from '#contract/cohorts/class-codes.ts'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { CohortCode } from '#contract/cohorts/cohorts.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { cohortCodesQuery, useCreateCode, useWithdrawCode } from '#web/cohorts/cohorts.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'
import { toast } from '#web/ui/toasts.ts'

const linkOf = (code: string) => `${location.origin}${pathTo('registration', {}, { code })}`

const copyLink = async (code: string) => {
  try {
    await navigator.clipboard.writeText(linkOf(code))
    toast({ severity: 'success', summary: 'Ссылка скопирована', detail: linkOf(code) })
  } catch {
    // a browser that lets nothing into its clipboard shows the link to copy by hand
    toast({ severity: 'info', summary: 'Скопируйте ссылку', detail: linkOf(code), life: 20_000 })
  }
}

const Code = ({ cohortId, code }: { cohortId: number; code: CohortCode }) => {
  const withdraw = useWithdrawCode(cohortId)
  const askAndWithdraw = async () => {
    const accepted = await confirm({
      title: `Отозвать код ${code.code}?`,
      text: 'Зарегистрироваться с ним больше не получится. Кто уже зарегистрировался, останется.',
      accept: 'Отозвать',
      danger: true,
    })
    if (accepted) withdraw.mutate(code.id, { onError: (error) => reportError(error, 'Не удалось отозвать код') })
  }
  return (
    <LeavingRow gap={2} justify="between" last="[data-create-code]">
      <Text as="span" shrink anywhere>
        <b>{code.code}</b>
        <Text as="span" block size={2} tone="quiet">
          {[`Действует до ${formatMoment(code.expires_at)}`, code.user && fullName(code.user)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Text>
      <Row gap={1}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          aria-label={`Ссылка: ${code.code}`}
          onClick={() => void copyLink(code.code)}
        >
          Ссылка
        </Button>
        <CloseButton
          aria-label={`Отозвать: ${code.code}`}
          data-tip="Отозвать"
          // disabled, it would lose the focus before its row goes
          aria-disabled={withdraw.isPending || undefined}
          onClick={() => !withdraw.isPending && void askAndWithdraw()}
        />
      </Row>
    </LeavingRow>
  )
}

/** What a code does now, by the school's settings. */
const promiseOf = (school: SchoolSettings | null) => {
  if (school?.registration === 'closed' || school?.registration === 'invitation') {
    return 'Регистрация закрыта, поэтому коды не действуют. Они заработают, когда школа её откроет.'
  }
  return school?.registration_waits
    ? 'Кто зарегистрируется с кодом или по его ссылке, попадёт сюда и на все курсы, когда регистрацию примет куратор.'
    : 'Кто зарегистрируется с кодом или по его ссылке, сразу попадёт сюда и на все курсы.'
}

/** The codes by which people register into the class, for those who answer for it. */
export const CohortCodes = ({ cohortId }: { cohortId: number }) => {
  const query = useQuery(cohortCodesQuery(cohortId))
  const codes = query.data?.codes
  const promise = promiseOf(useSchool())
  const create = useCreateCode(cohortId)
  const [days, setDays] = useState(String(codeDays.usual))
  return (
    <Card>
      <Stack gap={4}>
        <h2>Код {cohortCalled('of')}</h2>
        <Text size={2} tone="quiet" loose>
          {promise}
        </Text>
        {hasFailed(query) && <PartError what="прежние коды" />}
        {codes && codes.length > 0 && (
          <Stack as="ul" gap={2} plain aria-label="Коды">
            {codes.map((code) => (
              <Code key={code.id} cohortId={cohortId} code={code} />
            ))}
          </Stack>
        )}
        <Row gap={2} wrap align="end">
          <NativeSelect
            label="Сколько действует"
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
            data={[
              { value: '1', label: 'День' },
              { value: '7', label: 'Неделю' },
              { value: '30', label: '30 дней' },
              { value: '90', label: '90 дней' },
            ]}
          />
          <SteadyButton
            data-create-code=""
            busy={create.isPending}
            onClick={() =>
              create.mutate(Number(days), { onError: (error) => reportError(error, 'Не удалось создать код') })
            }
          >
            Создать код
          </SteadyButton>
        </Row>
      </Stack>
    </Card>
  )
}
