import { useEffect } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type OpenDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { useDraftState, useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { type HandInValue, serverDraftOf, useHandInSource } from '#web/tasks/hand-in-draft.ts'
import { writtenDraft } from '#web/tasks/open-task.ts'

/** The draft of a task: its keeper, which outlives its editor, and its state. */
export interface TaskDraft {
  draft: OpenDraft<HandInValue>
  state: DraftState<HandInValue>
}

/** The draft of the user's own task; null for the moment that it takes to look at the device. */
const useDraft = (task: Task, userId: number): TaskDraft | null => {
  const source = useHandInSource(task, userId)
  const draft = useOpenDraft(source, openedDraft(userId, source.key) as OpenDraft<HandInValue> | undefined)
  const state = useDraftState(draft)
  useEffect(() => {
    const shown = serverDraftOf(task)
    if (draft && shown) draft.meet(shown)
  }, [draft, task])
  return draft && state && { draft, state }
}

/**
 * The same where the draft is shown: the rest of the page follows its state, and leaving does not wait for the pause in
 * typing.
 */
export const useWrittenDraft = (task: Task, userId: number): TaskDraft | null => {
  const opened = useDraft(task, userId)
  const { draft, state } = opened ?? {}
  useEffect(() => () => void draft?.flush().catch(() => {}), [draft])
  useEffect(() => {
    if (!state) return
    writtenDraft.set({ taskId: task.id, state })
    return () => writtenDraft.set(null)
  }, [task.id, state])
  return opened
}
