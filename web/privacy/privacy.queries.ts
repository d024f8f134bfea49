import { keepPreviousData } from '@tanstack/react-query'
import type { ConsentSlug, GivenSlug } from '#contract/consents/consents.schema.ts'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { loadUser } from '#web/auth/session.ts'
import { useGiveConsent, useWithdrawConsent } from '#web/consents/consents.queries.ts'
import { act, type BodyOf } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { useLastingMutation } from '#web/data/use-lasting-mutation.ts'

/** The record of erasures, page by page: for curators. */
export const erasuresQuery = (page: number) =>
  q(privacyApi.erasures, { query: { page } }, { placeholderData: keepPreviousData })

/**
 * Has the user's account erased in 14 days: by their password, or by withdrawing the consent that an account needs, if
 * that is given. The date is null where another consent is still in force.
 */
export const useEraseAccount = (userId: number, withdrawn?: ConsentSlug) => {
  const withdraw = useWithdrawConsent(userId)
  return useLastingMutation({
    mutationFn: async ({
      password,
      ...wish
    }: BodyOf<typeof privacyApi.erase>): Promise<{
      erase_at: string | null
    }> => {
      if (!withdrawn) return act(privacyApi.erase, { params: { id: userId }, body: { password, ...wish } })
      await withdraw.mutateAsync({ document: withdrawn, password })
      return { erase_at: (await loadUser()).user?.erase_at ?? null }
    },
  })
}

/** The account stays after all; `consent` is given first, in the version that was shown. */
export const useKeepAccount = (userId: number) => {
  const give = useGiveConsent(userId)
  return useLastingMutation({
    mutationFn: async (consent: { document: GivenSlug; version: number } | undefined) => {
      if (consent) await give.mutateAsync(consent)
      await act(privacyApi.keep, { params: { id: userId } })
    },
  })
}
