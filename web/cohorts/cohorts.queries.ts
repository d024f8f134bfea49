import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The classes one leads, or all of them for curators. */
export const cohortsQuery = q(cohortsApi.list)

export const cohortQuery = (id: number) => q(cohortsApi.get, { params: { id } })

/** All courses of a class for each of its students. */
export const cohortProgressQuery = (id: number) => q(cohortsApi.progress, { params: { id } })

export const useCreateCohort = () => useAct(cohortsApi.create, (body: BodyOf<typeof cohortsApi.create>) => ({ body }))

export const useUpdateCohort = (id: number) =>
  useAct(cohortsApi.update, (body: BodyOf<typeof cohortsApi.update>) => ({ params: { id }, body }))

export const useRemoveCohort = (id: number) => useAct(cohortsApi.remove, () => ({ params: { id } }))

/** The codes by which people register into a class. */
export const cohortCodesQuery = (id: number) => q(cohortsApi.codes, { params: { id } })

export const useCreateCode = (id: number) =>
  useAct(cohortsApi.createCode, (days: number) => ({ params: { id }, body: { days } }))

export const useWithdrawCode = (id: number) =>
  useAct(cohortsApi.withdrawCode, (code_id: number) => ({ params: { id, code_id } }))
