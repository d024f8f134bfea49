import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsentSlug, GivenSlug } from '#contract/consents/consents.schema.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { call } from '#web/app/call.ts'
import { loadUser } from '#web/auth/session.ts'
import { useGiveConsent, useWithdrawConsent } from '#web/consents/consents.queries.ts'
import { profileQuery } from '#web/users/users.queries.ts'

/** The record of erasures, page by page: for curators. */
export const erasuresQuery = (page: number) =>
  queryOptions({
    queryKey: ['erasures', { page }],
    queryFn: ({ signal }) => call(privacyApi.erasures, { query: { page } }, signal),
    placeholderData: keepPreviousData,
  })

const useErasure = <Input, Answer>(userId: number, send: (input: Input) => Promise<Answer>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () =>
      Promise.all([
        loadUser(),
        client.invalidateQueries({ queryKey: profileQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: ['erasures'] }),
      ]),
  })
}

/**
 * Has an account erased in 14 days, at one's own password; by taking back the consent that there can be none without, when
 * that is given: the date is null where another consent goes on.
 */
export const useEraseAccount = (userId: number, withdrawn?: ConsentSlug) => {
  const withdraw = useWithdrawConsent(userId)
  return useErasure(userId, async (password: string): Promise<{ erase_at: string | null }> => {
    if (!withdrawn) return call(privacyApi.erase, { params: { id: userId }, body: { password } })
    await withdraw.mutateAsync({ document: withdrawn, password })
    return { erase_at: (await loadUser()).user?.erase_at ?? null }
  })
}

/** The account stays after all; `consent` is given first, in the version that was shown. */
export const useKeepAccount = (userId: number) => {
  const give = useGiveConsent(userId)
  return useErasure(userId, async (consent: { document: GivenSlug; version: number } | undefined) => {
    if (consent) await give.mutateAsync(consent)
    await call(privacyApi.keep, { params: { id: userId } })
  })
}
