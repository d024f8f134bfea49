import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { authApi } from '#contract/auth/auth.api.ts'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { type ConsentSlug, consentSlugs, type GivenSlug } from '#contract/consents/consents.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import type { PageSearch } from '#web/app/page-params.ts'

/** How a person stands with what they are asked to agree to, and their journal. */
export const consentsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['consents', 'of', userId],
    queryFn: ({ signal }) => call(consentsApi.ofUser, { params: { id: userId } }, signal),
  })

/** Agrees to a document in the version that was shown; when that is not in force any more, the one that is gets loaded. */
export const useGiveConsent = (userId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { document: GivenSlug; version: number }) =>
      call(consentsApi.give, { params: { id: userId }, body }),
    onSuccess: (answer) => client.setQueryData(consentsQuery(userId).queryKey, answer),
    onError: (error) =>
      error instanceof ApiError && error.code === 'conflict'
        ? client.invalidateQueries({ queryKey: consentsQuery(userId).queryKey })
        : undefined,
  })
}

/** Takes a consent back, with what follows from it: projects or the account change as well. */
export const useWithdrawConsent = (userId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ document, password }: { document: ConsentSlug; password?: string }) =>
      call(consentsApi.withdraw, {
        params: { id: userId, document },
        body: password === undefined ? {} : { password },
      }),
    onSuccess: (answer) => {
      client.setQueryData(consentsQuery(userId).queryKey, answer)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'users' || queryKey[0] === 'projects',
      })
    },
  })
}

/** What a parent agreed to for a child, by the link from their letter. */
export const givenByParentQuery = (token: string) =>
  queryOptions({
    queryKey: ['consents', 'parent', token],
    queryFn: ({ signal }) => call(consentsApi.ofParent, { query: { token } }, signal),
    retry: false,
  })

/** What the journal may be narrowed down to. */
export interface JournalFilter {
  search?: string | undefined
  document?: ConsentSlug | undefined
  page?: number | undefined
}

/** What the address asks for; what makes no sense in it is left out. */
export const journalFilterOf = ({ search, document, page }: PageSearch): JournalFilter => ({
  search,
  document: consentSlugs.find((slug) => slug === document),
  page: Math.max(1, Math.trunc(Number(page)) || 1),
})

/** The journal of consents, page by page: for curators. */
export const journalQuery = ({ search, document, page = 1 }: JournalFilter) =>
  queryOptions({
    queryKey: ['consents', 'journal', { search, document, page }],
    queryFn: ({ signal }) => call(consentsApi.list, { query: { search, document, page } }, signal),
    placeholderData: keepPreviousData,
  })

/** Whether a parent's link was refused as used or too old. */
export const isExpired = (error: unknown) => error instanceof ApiError && error.status === 422

/** Whether a parent's link works, and whose account it is about; asked once for the whole page. */
export const parentRequestQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'parent-consent', token],
    queryFn: ({ signal }) => call(authApi.checkParentConsent, { query: { token } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // the second part of the page does not ask again what the first was refused
    retryOnMount: false,
  })
