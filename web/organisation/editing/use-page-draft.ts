import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OrganisationDraft } from '#contract/organisation/organisation.api.ts'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type OpenDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { useDraftState, useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'
import { asServerDraft, draftKey, useContentSource } from '#web/organisation/editing/organisation-draft.ts'

/** The draft of a page: its keeper, which outlives the editor, its state, and what the server has. */
export interface PageDraft {
  draft: OpenDraft<OrganisationContent>
  state: DraftState<OrganisationContent>
  known: OrganisationDraft
}

/** The draft of a page that the server has answered for; null for the moment that it takes to look at the device. */
export const usePageDraft = (userId: number, number: number, given: OrganisationDraft): PageDraft | null => {
  const source = useContentSource(userId, number, given)
  const draft = useOpenDraft(
    source,
    openedDraft(userId, draftKey(number)) as OpenDraft<OrganisationContent> | undefined,
  )
  const state = useDraftState(draft)
  const known = useQuery(pageDraftQuery(number)).data?.draft ?? given
  useEffect(() => {
    draft?.meet(asServerDraft(known))
  }, [draft, known])
  // what waits is sent when the editor is left
  useEffect(() => () => void draft?.flush().catch(() => {}), [draft])
  return draft && state && { draft, state, known }
}

/** Asks before the page is left only when what is typed is kept nowhere else. */
export const useKeptDraft = ({ state }: PageDraft) => useUnkept(state)
