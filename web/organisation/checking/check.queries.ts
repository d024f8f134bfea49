import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'

/** The last check and the run that is being made, which is asked about until it ends. */
export const checkQuery = queryOptions({
  queryKey: ['organisation-check'],
  queryFn: ({ signal }) => call(organisationApi.check, {}, signal),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1500 : false),
  refetchOnMount: 'always',
})

/** Begins a new run. */
export const useCheckAgain = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // an answer from before the run would take its place
      await client.cancelQueries({ queryKey: checkQuery.queryKey })
      client.setQueryData(checkQuery.queryKey, await call(organisationApi.checkAgain))
    },
    onError: (error) => reportError(error, 'Не удалось начать проверку'),
  })
}
