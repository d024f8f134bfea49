import { stateApi } from '#contract/state/state.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** How often an open page asks again, in milliseconds. */
const refreshMs = 15_000

/** How the site is, for curators. */
export const stateQuery = q(stateApi.get, {}, { refetchInterval: refreshMs })

/** Effects, letters and push messages that kept failing. */
export const failuresQuery = q(stateApi.failures, {}, { refetchInterval: refreshMs })

export const useRepeatFailures = () => useAct(stateApi.repeat, (body: BodyOf<typeof stateApi.repeat>) => ({ body }))
export const useRemoveFailures = () => useAct(stateApi.remove, (body: BodyOf<typeof stateApi.remove>) => ({ body }))

/** What browsers have refused because of the content policy. */
export const policyReportsQuery = q(stateApi.policyReports, {})

export const useClearPolicyReports = () => useAct(stateApi.clearPolicyReports, () => ({}))
