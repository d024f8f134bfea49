import { z } from 'zod'
import { DraftKey, KeptDraft, KeptDraftChange } from '#contract/drafts/drafts.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'

const DraftParams = z.object({ key: DraftKey })
const draft = z.object({ draft: KeptDraft })

/** A person's own drafts of long texts; nobody else ever sees them. A hand-in's draft belongs to its task instead. */
export const draftsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/drafts/{key}',
    access: 'user',
    summary: 'The user’s draft',
    params: DraftParams,
    response: draft,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/drafts/{key}',
    access: 'user',
    summary: 'Save the user’s draft; `value: null` ends it. 409 when the revision is outdated',
    params: DraftParams,
    body: KeptDraftChange,
    response: draft,
  }),
}
