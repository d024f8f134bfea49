import { Button, Loader, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { authApi } from '#contract/auth/auth.api.ts'
import { Password } from '#contract/users/users.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { NewPasswordInput } from '#web/auth/NewPasswordInput.tsx'
import { useRepeatKey } from '#web/auth/use-repeat-key.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { q } from '#web/data/endpoint-query.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The page does not repeat the request that was refused while it loaded. */
const resetCheckQuery = (email: string, token: string) =>
  q(authApi.checkReset, { query: { email, token } }, { staleTime: 0, retryOnMount: false })

/** Whether the link works is asked beside the bundle. */
export const load: PageLoad<'reset-password'> = ({ token }, { email }) => (email ? [resetCheckQuery(email, token)] : [])

const ResetPasswordPage = () => {
  const { token } = usePageParams('reset-password')
  const [{ email = '' }] = usePageSearch('reset-password')
  const check = useQuery({ ...resetCheckQuery(email, token), enabled: email !== '' })
  if (email === '') return <DeadLink lead={incomplete} />
  if (check.isError) {
    const refusal = check.error instanceof ApiError && check.error.status === 422 ? check.error : null
    if (!refusal) return <ErrorState page error={check.error} onRetry={() => void check.refetch()} />
    return <DeadLink lead={refusal.code === 'link-expired' ? refusal.message : incomplete} />
  }
  if (!check.data)
    return (
      <AuthCard title="Новый пароль">
        <Loader mt="lg" size="sm" aria-label="Проверяем ссылку" />
      </AuthCard>
    )
  return <NewPassword email={check.data.email} token={token} />
}

/** The message for a link that was cut off on its way: the server could only say that an address is wrong. */
const incomplete = 'Ссылка неполная или старая. Откройте её из письма целиком или запросите новую.'

const DeadLink = ({ lead }: { lead: string }) => (
  <AuthCard title="Ссылка не подошла" lead={lead}>
    <Button component={Link} to="/forgot-password" mt="lg">
      Запросить новую ссылку
    </Button>
  </AuthCard>
)

const NewPassword = ({ email, token }: { email: string; token: string }) => {
  const navigate = useNavigate()
  const headers = useRepeatKey()
  const form = useForm({ initialValues: { password: '' }, validate: validateWith(z.object({ password: Password })) })

  const save = useSave(form, async ({ password }) => {
    await call(authApi.resetPassword, { headers, body: { email, token, password } })
    toast({ severity: 'success', summary: 'Пароль изменён', detail: 'Теперь войдите с новым паролем.', life: 6000 })
    await navigate({ to: '/login' })
  })

  return (
    <AuthCard title="Новый пароль" lead="Со всех устройств, где вы входили раньше, учётная запись выйдет.">
      <form onSubmit={save} noValidate>
        <TextInput label="Почта" value={email} readOnly autoComplete="username" />
        <NewPasswordInput label="Новый пароль" {...form.getInputProps('password')} />
        <Button type="submit" size="lg" loading={form.submitting}>
          Сохранить пароль
        </Button>
      </form>
    </AuthCard>
  )
}

export default ResetPasswordPage
