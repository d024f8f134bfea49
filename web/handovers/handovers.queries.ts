import { keepPreviousData } from '@tanstack/react-query'
import { handoversApi } from '#contract/handovers/handovers.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** What somebody would hand over now, and what they have handed over. */
export const handoversQuery = (userId: number) => q(handoversApi.list, { params: { id: userId } })

/** What somebody would hand over to these people now. */
export const handoverPlanQuery = (userId: number, to: number[]) =>
  q(
    handoversApi.list,
    { params: { id: userId }, query: { ...(to.length > 0 && { to: to.join(',') }) } },
    { placeholderData: keepPreviousData },
  )

/** Hands everything of a person over to others. */
export const useHandOver = (userId: number) =>
  useAct(handoversApi.create, (body: BodyOf<typeof handoversApi.create>) => ({ params: { id: userId }, body }))

/** Returns what others still have by a handover. */
export const useUndoHandover = () => useAct(handoversApi.undo, (id: number) => ({ params: { id } }))
