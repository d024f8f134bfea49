import { identitiesApi } from '#contract/identities/identities.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The accounts at the identity provider that a person signs in with, and whether they have a password. */
export const identitiesQuery = (id: number) => q(identitiesApi.list, { params: { id } })

export const useRemoveIdentity = (id: number) =>
  useAct(identitiesApi.remove, ({ identity_id, password }: { identity_id: number; password: string }) => ({
    params: { id, identity_id },
    body: { password },
  }))
