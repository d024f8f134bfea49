import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { authApi } from '#contract/auth/auth.api.ts'
import { Email } from '#contract/users/email.ts'
import { Link } from '#web/app/Link.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { call } from '#web/data/call.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

const ForgotPasswordPage = () => {
  const [sentTo, setSentTo] = useState('')
  const [times, setTimes] = useState(0)
  const form = useForm({ initialValues: { email: '' }, validate: validateWith(z.object({ email: Email })) })

  const ask = useSave(form, async ({ email }) => {
    await call(authApi.forgotPassword, { body: { email } })
    setSentTo(email)
    setTimes((sent) => sent + 1)
  })

  const footer = (
    <>
      Вспомнили? <Link to="/login">Войдите</Link>
    </>
  )
  if (sentTo)
    return (
      <AuthCard
        title="Проверьте почту"
        lead={`Если адрес ${sentTo} есть у нас, на него уже идёт письмо со ссылкой. Загляните и в «Спам».`}
        footer={footer}
      >
        <Stack gap={2} mt={4} align="start">
          <Text size={3} tone="soft">
            Если письма нет пять минут, попросите его ещё раз.
          </Text>
          <Row gap={2} wrap>
            <Button variant="default" loading={form.submitting} onClick={() => ask()}>
              Отправить ещё раз
            </Button>
            <Button variant="subtle" onClick={() => setSentTo('')}>
              Другой адрес
            </Button>
          </Row>
          <Text size={3} tone="ok" role="status">
            {times > 1 && 'Отправили ещё раз.'}
          </Text>
        </Stack>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Новый пароль"
      lead="Пришлём на почту ссылку, по которой можно задать новый пароль."
      footer={footer}
    >
      <form onSubmit={ask} noValidate>
        <TextInput label="Почта" type="email" name="email" autoComplete="username" {...form.getInputProps('email')} />
        <Button type="submit" size="lg" loading={form.submitting}>
          Прислать ссылку
        </Button>
      </form>
    </AuthCard>
  )
}

export default ForgotPasswordPage
