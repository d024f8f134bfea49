import { draftsApi } from '#contract/drafts/drafts.api.ts'
import type { KeptDraft } from '#contract/drafts/drafts.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { call } from '#web/data/call.ts'
import { q } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { ServerDraft } from '#web/drafts/draft-sync.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'

/** The user's own draft as the server has it. A page with a form begins to load it with everything else. */
export const draftQuery = (key: string) => {
  const as = currentUser()?.id
  const input = { params: { key }, background: true, ...(as === undefined ? {} : { as }) }
  // without it the device's copy serves
  return q(draftsApi.get, input, { retry: false })
}

/**
 * Whether a request may outlive the page: it carries 64 KiB at most, and a Russian letter is two bytes. Asked for when
 * the page is put away, perhaps for good.
 */
export const mayOutlive = (body: unknown) => JSON.stringify(body).length < 30_000

/** Where a draft is kept that belongs to nothing else: among the person's own. Null is no draft. */
export const ownDrafts = <V>(
  userId: number,
  key: string,
  read: (value: unknown) => V | null | undefined,
): Pick<DraftSource<V | null>, 'userId' | 'key' | 'none' | 'isNone' | 'read' | 'begin' | 'load' | 'save'> => {
  // one that makes no sense to this version of the site is as good as none
  const asServerDraft = ({ value, revision, saved_at }: KeptDraft): ServerDraft<V | null> => ({
    value: read(value) ?? null,
    revision,
    saved_at,
  })
  const params = { key }
  return {
    userId,
    key,
    none: null,
    isNone: (value) => value === null,
    read,
    begin: async () => asServerDraft((await queryClient.fetchQuery(draftQuery(key))).draft),
    load: async () => asServerDraft((await call(draftsApi.get, { params, as: userId, background: true })).draft),
    save: async (value, revision, deliberate) => {
      const body = { value, revision }
      const keepalive = (document.hidden || value === null) && mayOutlive(body)
      const response = await call(draftsApi.save, { params, body, as: userId, background: !deliberate, keepalive })
      return asServerDraft(response.draft)
    },
  }
}
