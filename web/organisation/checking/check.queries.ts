import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'

/** The last check and the run that is being made, which is asked about until it ends. */
export const checkQuery = q(
  organisationApi.check,
  {},
  {
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1500 : false),
    refetchOnMount: 'always',
  },
)

/** Begins a new run; what was known before it is dropped. */
export const useCheckAgain = () =>
  useAct(organisationApi.checkAgain, () => ({}), {
    onError: (error) => reportError(error, 'Не удалось начать проверку'),
  })
