import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Password } from '#contract/users/users.schema.ts'
import { config } from '#web/app/config.ts'
import { NewPasswordInput } from '#web/auth/NewPasswordInput.tsx'
import { OwnPasswordField } from '#web/auth/OwnPasswordField.tsx'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { identitiesQuery } from '#web/identities/identities.queries.ts'
import { ProviderButton } from '#web/identities/ProviderButton.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useChangePassword } from '#web/users/users.queries.ts'

const checkNew = validateWith(z.object({ password: Password }))
const checkBoth = validateWith(
  z.object({ current_password: z.string().min(1, 'Введите нынешний пароль'), password: Password }),
)

interface Props {
  userId: number
  onClose: () => void
}

const Form = ({ userId, onClose, isFirst }: Props & { isFirst: boolean }) => {
  const change = useChangePassword(userId)
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: isFirst ? checkNew : checkBoth,
  })
  const [stale, setStale] = useState<string | null>(null)
  const save = useSave(form, async (values) => {
    try {
      await change.mutateAsync(values)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'wrong-state')) throw error
      return setStale(error.message)
    }
    toast({
      severity: 'success',
      summary: isFirst ? 'Пароль задан' : 'Пароль изменён',
      detail: 'На других устройствах нужно будет войти заново.',
      life: 6000,
    })
    onClose()
  })
  const action = isFirst ? 'Задать пароль' : 'Сменить пароль'
  return (
    <FormDialog
      title={action}
      lead={
        isFirst
          ? `Сейчас вы входите только через ${config.provider}. С паролем сможете войти и без этого.`
          : 'Здесь вы останетесь, а на других устройствах выйдете.'
      }
      action={action}
      busy={form.submitting}
      onSubmit={save}
      onClose={onClose}
    >
      {!isFirst && <OwnPasswordField label="Нынешний пароль" {...form.getInputProps('current_password')} />}
      <NewPasswordInput
        label="Новый пароль"
        data-autofocus={isFirst || undefined}
        {...form.getInputProps('password')}
      />
      {stale !== null && (
        <Stack gap={3} role="alert">
          <Text tone="bad">{stale}</Text>
          <ProviderButton again onFailure={reportError} />
        </Stack>
      )}
    </FormDialog>
  )
}

/** Changes the user's password, or sets the first one of somebody who signs in by the identity provider alone. */
const PasswordForm = (props: Props) => {
  const asks = config.provider !== null
  const { data, isError } = useQuery({ ...identitiesQuery(props.userId), enabled: asks })
  // which of both it is decides what is asked
  if (asks && !data && !isError) return null
  return <Form {...props} isFirst={data?.has_password === false} />
}

export default PasswordForm
