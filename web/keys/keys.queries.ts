import { keysApi } from '#contract/keys/keys.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** Keys of programs. */
export const keysQuery = q(keysApi.list, {})

export const useCreateKey = () => useAct(keysApi.create, (body: BodyOf<typeof keysApi.create>) => ({ body }))
export const useRemoveKey = () => useAct(keysApi.remove, (id: number) => ({ params: { id } }))
