import { useEffect } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type OpenDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { useDraftState, useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { type HandInValue, serverDraftOf, useHandInSource } from '#web/tasks/hand-in-draft.ts'

/** The draft of a work: its keeper, which goes on after its editor is gone, and how it stands. */
export interface WorkDraft {
  draft: OpenDraft<HandInValue>
  state: DraftState<HandInValue>
}

/** The draft of one's own work; null for the moment that it takes to look at the device. */
export const useDraft = (task: Task, userId: number): WorkDraft | null => {
  const source = useHandInSource(task, userId)
  const draft = useOpenDraft(source, openedDraft(userId, source.key) as OpenDraft<HandInValue> | undefined)
  const state = useDraftState(draft)
  useEffect(() => {
    const shown = serverDraftOf(task)
    if (draft && shown) draft.meet(shown)
  }, [draft, task])
  return draft && state && { draft, state }
}
