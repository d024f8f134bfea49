import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLayoutEffect, useRef } from 'react'
import { authApi } from '#contract/auth/auth.api.ts'
import { ChildRegistration } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Program } from '#contract/programs/programs.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { useApplication } from '#web/applications/use-application.tsx'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ClassCodeField } from '#web/auth/ClassCodeField.tsx'
import { forgetRegistration } from '#web/auth/kept-registration.ts'
import { NewPasswordInput } from '#web/auth/NewPasswordInput.tsx'
import type { TypedValues } from '#web/auth/RegistrationForm.tsx'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { call } from '#web/data/call.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { Grid, Stack, Text } from '#web/ui/layout.tsx'

type ChildValues = TypedValues & { birth_date: string; parent_email: string; class_code?: string }

/** For those whose parent agrees: what they send waits for the parent's answer to a letter. */
export const ChildForm = ({
  typed,
  program,
  classCode,
  onType,
  onSent,
}: {
  typed: TypedValues
  /** The course that is applied to with this form. */
  program: Program | null
  /** The code of a class to begin with; null: none is asked for. */
  classCode: string | null
  onType: (typed: TypedValues) => void
  onSent: (parentEmail: string) => void
}) => {
  const application = useApplication(program)
  const headers = useRepeatKey()
  const form = useForm<ChildValues>({
    initialValues: { birth_date: '', parent_email: '', ...typed, ...(classCode !== null && { class_code: classCode }) },
    validate: validateWith(ChildRegistration),
    onValuesChange: onType,
  })
  const send = useSave(form, async (values) => {
    const { parent_email } = await call(authApi.registerChild, { headers, body: { ...values, ...application.body } })
    forgetRegistration()
    onSent(parent_email)
  })
  return (
    <form onSubmit={send} noValidate>
      <Grid least={10} gap={4} gapX={3}>
        <TextInput label="Имя" name="name" autoComplete="given-name" {...form.getInputProps('name')} />
        <TextInput label="Фамилия" name="surname" autoComplete="family-name" {...form.getInputProps('surname')} />
      </Grid>
      <DateInput
        label="Дата рождения"
        name="birth_date"
        autoComplete="bday"
        min="1900-01-01"
        max={new Date().toISOString().slice(0, 10)}
        {...form.getInputProps('birth_date')}
      />
      <TextInput label="Ваша почта" type="email" name="email" autoComplete="email" {...form.getInputProps('email')} />
      <NewPasswordInput {...form.getInputProps('password')} />
      <TextInput
        label="Почта родителя"
        description="Мамы, папы или другого законного представителя"
        type="email"
        name="parent_email"
        autoComplete="off"
        {...form.getInputProps('parent_email')}
      />
      {classCode !== null && <ClassCodeField {...form.getInputProps('class_code')} />}
      {application.field}
      <Button type="submit" size="lg" loading={form.submitting}>
        Написать родителю
      </Button>
      <Text size={2} tone="quiet" links="underlined" loose>
        До ответа родителя учётная запись не откроется. Если ответа не будет, через 14 дней всё, что вы здесь написали,
        удалится. На что соглашается родитель, написано в{' '}
        <a href={pathTo('documents.show', { slug: 'parent-consent' })} target="_blank" rel="noreferrer">
          тексте согласия
        </a>
        , как мы храним данные, в{' '}
        <a href={pathTo('documents.show', { slug: 'privacy' })} target="_blank" rel="noreferrer">
          политике
        </a>
        .
      </Text>
    </form>
  )
}

/** What a child sees while the parent has the letter. */
export const WaitingForParent = ({ parentEmail, onCorrect }: { parentEmail: string; onCorrect: () => void }) => {
  const message = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    message.current?.focus({ preventScroll: true })
    // the form was longer, and was sent from its end: nothing but the footer would be in sight
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <AuthCard title="Ждём ответа родителя" footer={<Link to="/">На главную</Link>}>
      <Stack ref={message} tabIndex={-1} role="status" gap={3} mt={4} tone="soft" anywhere>
        <p>
          Письмо отправлено на <b>{parentEmail}</b>. Попросите родителя открыть его и ответить: ссылка в письме работает
          14 дней.
        </p>
        <p>Когда родитель ответит, мы напишем и вам. После согласия входите со своей почтой и паролем.</p>
        <Text size={2} tone="quiet" loose>
          Письма нет? Пусть родитель посмотрит в папке «Спам». Или исправьте адрес.
        </Text>
      </Stack>
      <Button variant="default" mt="lg" onClick={onCorrect}>
        Исправить адрес
      </Button>
    </AuthCard>
  )
}
