import { newYearsApi } from '#contract/new-years/new-years.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** What the rules propose, and the last new year. */
export const newYearsQuery = q(newYearsApi.list)

/** Plans a new year; nothing is carried out. */
export const usePlanNewYear = () => useAct(newYearsApi.plan, (body: BodyOf<typeof newYearsApi.plan>) => ({ body }))

export const useApplyNewYear = () => useAct(newYearsApi.apply, (id: number) => ({ params: { id } }))

export const useUndoNewYear = () => useAct(newYearsApi.undo, (id: number) => ({ params: { id } }))
