import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageParams } from '#web/app/page-params.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { useAct } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import type { PageLoad } from '#web/page-module.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const lettersQuery = (token: string) => q(notificationSettingsApi.letters, { params: { token } })

export const load: PageLoad<'unsubscribe'> = ({ token }) => [lettersQuery(token)]

/** Stops letters about events by the link of one of them. Opening it changes nothing: mail programs open links, too. */
const UnsubscribePage = () => {
  const { token } = usePageParams('unsubscribe')
  const query = useQuery(lettersQuery(token))
  const stop = useAct(notificationSettingsApi.stopLetters, () => ({ params: { token } }), {
    onError: (error) => reportError(error, 'Не удалось отписаться'),
  })
  const { data, error } = query
  if (error instanceof ApiError && error.status === 404) {
    return (
      <AuthCard title="Ссылка не работает" lead="Проверьте, целиком ли она открылась, или выберите письма в профиле.">
        <Button component={Link} to={pathTo('profile')} size="lg" mt="lg">
          В профиль
        </Button>
      </AuthCard>
    )
  }
  if (error) return <ErrorState page error={error} onRetry={() => void query.refetch()} />
  if (!data) {
    return (
      <AuthCard title="Письма">
        <Skeleton height={46} mt="lg" />
      </AuthCard>
    )
  }
  if (stop.isSuccess || data.stopped) {
    return (
      <AuthCard
        title="Вы отписались"
        lead={`На ${data.email} больше не придут письма о событиях. Письма о самой учётной записи, например о новом пароле, остаются.`}
      >
        <Button
          component={Link}
          to={pathTo('profile', {}, {}, 'notification-settings')}
          variant="default"
          size="lg"
          mt="lg"
        >
          Выбрать, что присылать
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Отписаться от писем?"
      lead={`Письма о событиях перестанут приходить на ${data.email}. На сайте всё останется.`}
    >
      <Button size="lg" mt="lg" loading={stop.isPending} onClick={() => stop.mutate()}>
        Отписаться
      </Button>
    </AuthCard>
  )
}

export default UnsubscribePage
