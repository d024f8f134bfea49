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
    summary: 'One’s own draft',
    params: DraftParams,
    answer: draft,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/drafts/{key}',
    access: 'user',
    summary: 'Keep one’s own draft; `value: null` is done with it. 409 when the revision is behind',
    params: DraftParams,
    body: KeptDraftChange,
    answer: draft,
  }),
}
