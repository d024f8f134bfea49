import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { authApi } from '#contract/auth/auth.api.ts'
import { type AfterConsent, ParentConsent } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { erasureDays } from '#contract/privacy/privacy.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { isExpired, parentRequestQuery } from '#web/consents/consents.queries.ts'
import { act, useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { documentQuery } from '#web/documents/documents.queries.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

type Outcome = AfterConsent | 'declined' | 'declined-school'

/** How the child gets in now. */
const nextSteps: Record<AfterConsent, string> = {
  'sign-in':
    'Учётная запись открыта. Мы написали об этом ребёнку: теперь можно войти с той почтой и паролем, которые он выбрал.',
  school: 'Осталось, чтобы ребёнка приняла школа: когда она это сделает, ему придёт письмо.',
  invitation: 'Учётная запись открыта. Мы написали ребёнку: в письме ссылка, по которой он задаст пароль и войдёт.',
  login: 'Учётная запись открыта. Своей почты у ребёнка нет, поэтому логин и пароль для входа даёт школа.',
}

const schoolErases = counted(erasureDays, 'день', 'дня', 'дней')

/** The parent's decision, after the text: agrees with their name, or declines. */
const ParentAnswer = ({ token, version }: { token: string; version: number }) => {
  const query = useQuery(parentRequestQuery(token))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (outcome === 'declined-school')
    return (
      <Result title="Вы отказались">
        Учётная запись закрыта: войти в неё нельзя, и видит её только школа. Через {schoolErases} она удалится вместе с
        данными ребёнка. Школе мы сообщили. Если вы передумаете, напишите ей до этого дня.
      </Result>
    )
  if (outcome === 'declined')
    return (
      <Result title="Вы отказались">
        Всё, что прислал ребёнок, удалено, учётная запись не открыта. Мы написали ему об этом. Передумать можно: пусть
        ребёнок зарегистрируется ещё раз.
      </Result>
    )
  if (outcome)
    return (
      <Result title="Спасибо, согласие записано">
        {nextSteps[outcome]} Вам придёт письмо со ссылкой: по ней согласие можно посмотреть и отозвать.
      </Result>
    )
  // the notice before the text already explains it
  if (isExpired(query.error)) return null
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={1} height={180} />
  const { by_school } = query.data
  return (
    <AnswerForm
      token={token}
      version={version}
      by_school={by_school}
      child={fullName(query.data)}
      onDone={setOutcome}
    />
  )
}

/** The result of the decision, with the focus on it, as the form that had it is gone. */
const Result = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Box mt={7}>
      <Card role="status">
        <Text as="h2" mb={4} ref={heading} tabIndex={-1}>
          {title}
        </Text>
        <p>{children}</p>
      </Card>
    </Box>
  )
}

const AnswerForm = ({
  token,
  version,
  child,
  by_school,
  onDone,
}: {
  token: string
  version: number
  child: string
  by_school: boolean
  onDone: (outcome: Outcome) => void
}) => {
  const shown = useQuery(documentQuery('publication'))
  const form = useForm({
    initialValues: { name: '', publication: false },
    validate: validateWith(ParentConsent.pick({ name: true })),
  })

  const agree = useSave(form, async ({ name, publication }) => {
    const separate = publication && shown.data && { publication, publication_version: shown.data.document.version }
    const { next } = await act(authApi.giveParentConsent, { body: { token, name, version, ...separate } })
    onDone(next)
  })

  const declined = useAct(authApi.declineParentConsent, () => ({ query: { token } }), {
    onSuccess: () => onDone(by_school ? 'declined-school' : 'declined'),
    onError: (error) => reportError(error),
  })
  const decline = async () => {
    const sure = await confirm({
      title: 'Отказаться?',
      text: by_school
        ? `Учётная запись сразу закроется, а через ${schoolErases} удалится вместе с данными ребёнка. Школе мы об этом сообщим.`
        : 'Всё, что прислал ребёнок, удалится, и мы напишем ему об этом.',
      accept: 'Отказаться',
      reject: 'Вернуться',
      danger: true,
    })
    if (sure) declined.mutate()
  }
  const busy = form.submitting || declined.isPending

  return (
    <Box mt={7}>
      <Card>
        <Text as="h2" mb={4}>
          Ваш ответ
        </Text>
        <Stack as="form" gap={4} onSubmit={agree} noValidate>
          <TextInput
            label="Ваши имя и фамилия"
            description="Они останутся в журнале согласий вместе с датой и версией текста"
            name="name"
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <Checkbox
            label={
              <Text as="span" links="underlined">
                Отдельно даю{' '}
                <a href={pathTo('documents.show', { slug: 'publication' })} target="_blank" rel="noreferrer">
                  согласие на обработку персональных данных, разрешённых для распространения
                </a>
                : имя и проекты ребёнка увидят все
              </Text>
            }
            description="Можно не давать: тогда их увидят только те, кто учится и работает в школе. Решить иначе можно в любой день по ссылке из письма"
            disabled={!shown.data}
            {...form.getInputProps('publication', { type: 'checkbox' })}
          />
          <Text tone="soft">
            Нажимая «Даю согласие», вы подтверждаете, что вы родитель или другой законный представитель ребёнка ({child}
            ) и согласны с текстом выше.
          </Text>
          <Row gap={2} wrap align="stretch" stacked>
            <Button type="submit" size="lg" loading={form.submitting} disabled={busy}>
              Даю согласие
            </Button>
            <Button
              size="lg"
              variant="default"
              loading={declined.isPending}
              disabled={busy}
              onClick={() => void decline()}
            >
              Отказаться
            </Button>
          </Row>
        </Stack>
      </Card>
    </Box>
  )
}

export default ParentAnswer
