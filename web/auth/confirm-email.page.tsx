import { Button, Loader } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { authApi } from '#contract/auth/auth.api.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageParams } from '#web/app/page-params.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { ConfirmationButton } from '#web/auth/ConfirmationButton.tsx'
import { loadUser, useUser } from '#web/auth/session.ts'
import { ApiError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { keyOf } from '#web/data/endpoint-query.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** Following the link is the confirmation; doing so twice changes nothing. */
const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: keyOf(authApi.confirmEmail, { body: { token } }),
    // a call that changes something, made by opening the page
    queryFn: async () => {
      const response = await call(authApi.confirmEmail, { body: { token } })
      // the signed-in user may be the one who confirmed: the notice on top of the pages goes
      await loadUser(true)
      return response
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** The link works beside the bundle. */
export const load: PageLoad<'confirm-email'> = ({ token }) => [confirmationQuery(token)]

const ConfirmEmailPage = () => {
  const { token } = usePageParams('confirm-email')
  const { data, error, refetch } = useQuery(confirmationQuery(token))
  const user = useUser()
  if (data)
    return (
      <AuthCard
        title="Почта подтверждена"
        lead={`${data.email} теперь точно ваша: письма о проверке работ будут приходить сюда.`}
      >
        <Button component={Link} to={user ? '/' : pathTo('login')} size="lg" mt="lg">
          {user ? 'На главную' : 'Войти'}
        </Button>
      </AuthCard>
    )
  if (!error)
    return (
      <AuthCard title="Подтверждаем почту">
        <Loader mt="lg" size="sm" aria-label="Проверяем ссылку" />
      </AuthCard>
    )
  if (!(error instanceof ApiError && error.status === 422))
    return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (user?.email_confirmed)
    return (
      <AuthCard title="Почта уже подтверждена" lead={`Ссылка устарела, но она больше и не нужна: ${user.email} ваша.`}>
        <Button component={Link} to="/" size="lg" mt="lg">
          На главную
        </Button>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Ссылка не подошла"
      lead={
        user
          ? `Она устарела или пришла на другой адрес. Отправим новое письмо на ${user.email}?`
          : 'Она устарела или пришла на другой адрес. Войдите, и сверху будет кнопка, которая отправит новое письмо.'
      }
    >
      {user ? (
        <ConfirmationButton size="lg" mt="lg" />
      ) : (
        <Button component={Link} to={pathTo('login')} size="lg" mt="lg">
          Войти
        </Button>
      )}
    </AuthCard>
  )
}

export default ConfirmEmailPage
