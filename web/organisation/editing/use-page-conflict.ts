import { useState } from 'react'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { type ContentPart, withParts } from '#web/organisation/editing/content-differences.ts'
import { sameContent } from '#web/organisation/editing/organisation-draft.ts'
import type { PageDraft } from '#web/organisation/editing/use-page-draft.ts'

/** Two versions of a page's draft, and which parts are taken from the other one. */
export interface VersionPair {
  mine: OrganisationContent
  theirs: OrganisationContent
  /** When the other one was saved, and by whom. */
  saved_at: string | null
  saved_by: string | null
  taken: ContentPart[]
}

const without = (parts: ContentPart[], others: ContentPart[]) => parts.filter((part) => !others.includes(part))

/**
 * Resolves a conflict of two curators who have written one page: each part is chosen by itself. Both versions are kept
 * until the editor is left, so that a choice can be changed; what was written since in other parts stays.
 */
export const usePageConflict = ({ draft, state, known }: PageDraft) => {
  const [chosen, setChosen] = useState<VersionPair | null>(null)
  const [reopened, setReopened] = useState(false)
  const met: VersionPair | null = state.theirs && {
    mine: state.value,
    theirs: state.theirs.value,
    saved_at: state.theirs.saved_at,
    saved_by: known.revision === state.theirs.revision ? known.saved_by : null,
    taken: [],
  }
  const pair = met ?? (reopened ? chosen : null)
  const choose = (taken: ContentPart[]) => {
    if (!pair) return
    const back = withParts(draft.get().value, pair.mine, without(pair.taken, taken))
    const value = withParts(back, pair.theirs, without(taken, pair.taken))
    const isTheirs = sameContent(value, pair.theirs)
    if (state.theirs) draft.choose(isTheirs ? 'theirs' : 'mine')
    if (!sameContent(value, draft.get().value)) draft.replace(value)
    setChosen({ ...pair, taken })
    setReopened(false)
  }
  return { pair, choose, reopen: chosen && !pair ? () => setReopened(true) : null }
}
