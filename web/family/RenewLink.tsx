import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { familyApi } from '#contract/family/family.api.ts'
import { Email } from '#contract/users/email.ts'
import { call } from '#web/data/call.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { Text } from '#web/ui/layout.tsx'

/** Asks for a new link to the page of a parent, who has lost the letter. */
export const RenewLink = () => {
  const [message, setMessage] = useState('')
  const shown = useRef<HTMLParagraphElement>(null)
  const form = useForm({ initialValues: { email: '' }, validate: validateWith(z.object({ email: Email })) })
  const ask = useSave(form, async ({ email }) => {
    setMessage((await call(familyApi.renewLink, { body: { email } })).message)
  })
  // the form with the focus has gone
  useEffect(() => {
    if (message) shown.current?.focus({ preventScroll: true })
  }, [message])
  if (message)
    return (
      <Text mt={4} ref={shown} tabIndex={-1} role="status">
        {message} Загляните и в «Спам».
      </Text>
    )
  return (
    <form onSubmit={ask} noValidate>
      <TextInput
        label="Ваша почта"
        description="Та, которую знает школа: пришлём на неё новую ссылку"
        type="email"
        name="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <Button type="submit" size="lg" loading={form.submitting}>
        Прислать новую ссылку
      </Button>
    </form>
  )
}
