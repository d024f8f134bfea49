import { accountApi } from '#contract/auth/account.api.ts'
import { pathTo } from '#contract/pages.ts'
import { lookWith } from '#web/auth/token.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'

/** Looks at the site as a person, after a reload, so that nothing of the curator's own is shown or sent. */
export const useLook = (id: number) =>
  useAct(accountApi.look, () => ({ params: { id } }), {
    onSuccess: ({ access_token }) => {
      lookWith(access_token)
      location.assign(pathTo('main'))
    },
    onError: (error) => reportError(error, 'Не получилось посмотреть'),
  })
