import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import { authApi } from '#contract/auth/auth.api.ts'
import { consentSlugs } from '#contract/consents/consent-slugs.ts'
import { consentsApi } from '#contract/consents/consents.api.ts'
import type { ConsentSlug, GivenSlug, ParentsSlug } from '#contract/consents/consents.schema.ts'
import type { PaperConsent } from '#contract/consents/paper-consents.schema.ts'
import type { PageSearch } from '#contract/pages.ts'
import { listPage } from '#web/app/list-address.ts'
import { useAct } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { ofLink, q } from '#web/data/endpoint-query.ts'

/** The state of each consent that a person is asked for, and their journal. */
export const consentsQuery = (userId: number) => q(consentsApi.ofUser, { params: { id: userId } })

/**
 * Agrees to a document in the version that was shown; when that is not in force any more, the one that is gets loaded.
 */
export const useGiveConsent = (userId: number) =>
  useAct(consentsApi.give, (body: { document: GivenSlug; version: number }) => ({ params: { id: userId }, body }))

/** Takes a consent back, with what follows from it: projects or the account change as well. */
export const useWithdrawConsent = (userId: number) =>
  useAct(consentsApi.withdraw, ({ document, password }: { document: ConsentSlug; password?: string }) => ({
    params: { id: userId, document },
    body: password === undefined ? {} : { password },
  }))

/** Records what a parent has signed on paper for a child. */
export const useRecordOnPaper = (userId: number) =>
  useAct(consentsApi.recordOnPaper, (body: z.input<typeof PaperConsent>) => ({ params: { id: userId }, body }))

/** Takes a parent's consent back, as the parent has asked in writing. */
export const useWithdrawOnPaper = (userId: number) =>
  useAct(consentsApi.withdrawOnPaper, (document: ParentsSlug) => ({ params: { id: userId, document } }))

/** Which of the children who wait for a parent are shown. */
export const waitingFilterOf = ({ search, page }: PageSearch<'users.index'>) => ({ search, page: listPage(page) })

/** Children whose accounts wait for a parent's consent, page by page: for curators. */
export const waitingQuery = ({ search, page = 1 }: ReturnType<typeof waitingFilterOf>) =>
  q(consentsApi.waiting, { query: { search, page } }, { placeholderData: keepPreviousData })

/** Sends the parents of these children, or of all who wait, the letter again. */
export const useRemindParents = () =>
  useAct(consentsApi.remind, (user_ids: number[] | undefined) => ({ body: user_ids ? { user_ids } : {} }))

/** What a parent agreed to for a child, by the link from their letter. */
export const givenByParentQuery = (token: string) => q(consentsApi.ofParent, { query: { token } }, ofLink)

/** What the journal may be narrowed down to. */
export interface JournalFilter {
  search?: string | undefined
  document?: ConsentSlug | undefined
  page?: number | undefined
}

/** What the address asks for; what makes no sense in it is left out. */
export const journalFilterOf = ({ search, document, page }: PageSearch<'settings'>): JournalFilter => ({
  search,
  document: consentSlugs.find((slug) => slug === document),
  page: listPage(page),
})

/** The journal of consents, page by page: for curators. */
export const journalQuery = ({ search, document, page = 1 }: JournalFilter) =>
  q(consentsApi.list, { query: { search, document, page } }, { placeholderData: keepPreviousData })

/** Whether a parent's link was refused as used or too old. */
export const isExpired = (error: unknown) => error instanceof ApiError && error.status === 422

/** Whether a parent's link works, and whose account it is about; asked once for the whole page. */
export const parentRequestQuery = (token: string) =>
  q(authApi.checkParentConsent, { query: { token } }, { staleTime: Number.POSITIVE_INFINITY, ...ofLink })
