import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { privacyApi } from '#contract/privacy/privacy.api.ts'
import { call } from '#web/app/call.ts'
import { loadUser } from '#web/auth/session.ts'
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

/** Has an account erased in 14 days, at one's own password. */
export const useEraseAccount = (userId: number) =>
  useErasure(userId, (password: string) => call(privacyApi.erase, { params: { id: userId }, body: { password } }))

/** The account stays after all. */
export const useKeepAccount = (userId: number) =>
  useErasure(userId, () => call(privacyApi.keep, { params: { id: userId } }))
