import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { takeLeftRemarks } from '#web/anchors/unfinished-remarks.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type OpenDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { useDraftState, useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { attemptToReview } from '#web/reviews/verdict/use-verdict.ts'
import {
  type DraftRemark,
  type KeptVerdict,
  keptVerdict,
  type VerdictDraft,
  verdictSource,
  verdictsFor,
  withoutPlace,
} from '#web/reviews/verdict/verdict-draft.ts'

/** A place of an attempt that is to be brought into sight; `turn` rises with every wish, also for the same place. */
export interface ShownAnchor {
  anchor: Anchor
  /** Number of the attempt that the place is in. */
  attempt: number
  turn: number
}

/** What the panes share of the verdict that is being written. */
export interface VerdictRemarks {
  /** What is to be fixed by now, remarks of earlier attempts included. */
  remarks: DraftRemark[]
  /** Adds a remark to the verdict; null while no verdict can be written. */
  addRemark: ((remark: { text: string; anchor?: Anchor | null }) => void) | null
  /** The place to show; null until somebody asks. */
  shown: ShownAnchor | null
  /** Asks the pane of the task to show what a remark is about; nothing for a remark without a place. */
  showAnchor: (remark: { id?: number; anchor?: Anchor | null }) => void
}

/** The private draft of the verdict, null for the moment in which it is opened. */
interface Keeper {
  draft: OpenDraft<KeptVerdict | null> | null
  state: DraftState<KeptVerdict | null> | null
}

const RemarksContext = createContext<VerdictRemarks>({
  remarks: [],
  addRemark: null,
  shown: null,
  showAnchor: () => {},
})
const KeeperContext = createContext<Keeper>({ draft: null, state: null })

/**
 * The remarks of the verdict that is being written, and the place that is to be shown. Typing elsewhere in the verdict
 * does not disturb it.
 */
export const useVerdictDraft = () => useContext(RemarksContext)

/** The keeper of the verdict's draft and what it holds. */
export const useVerdictKeeper = () => useContext(KeeperContext)

const noRemarks: DraftRemark[] = []

/** The attempt a remark was first made on: that is where its place is. */
const attemptOf = (task: Task, id: number | undefined, current: number) => {
  const known = task.attempts.flatMap(({ review }) => review?.remarks ?? []).find((remark) => remark.id === id)
  return known?.attempt ?? current
}

/** Opens the draft of a task's verdict, and lets the pane of the task add to it. */
export const VerdictDraftProvider = ({
  task,
  userId,
  children,
}: {
  task: Task
  userId: number
  children: ReactNode
}) => {
  const known = openedDraft(userId, verdictKey(task.id)) as OpenDraft<KeptVerdict | null> | undefined
  const draft = useOpenDraft(verdictSource(task, userId), known)
  const state = useDraftState(draft)
  const attempt = attemptToReview(task)
  const [shown, setShown] = useState<ShownAnchor | null>(null)

  const own: VerdictDraft | null = useMemo(
    () => (attempt && state ? verdictsFor(task, attempt, state.value).own : null),
    [task, attempt, state],
  )
  const remarks = own?.remarks ?? noRemarks
  const canAdd = own !== null && !state?.theirs
  const addRemark = useCallback<NonNullable<VerdictRemarks['addRemark']>>(
    ({ text, anchor = null }) => {
      if (!draft || !attempt) return
      const now = verdictsFor(task, attempt, draft.get().value)
      const added = { ...now.own, remarks: [...now.own.remarks, { text, done: false, anchor }] }
      draft.change(keptVerdict(task, attempt, added, now.earlier))
    },
    [draft, task, attempt],
  )
  // what a tab that died was writing is added with its place, as by one that was closed
  useEffect(() => {
    if (!canAdd) return
    void takeLeftRemarks(userId, task.id).then((left) => {
      for (const { attempt: of, ...remark } of left)
        addRemark(of === attempt?.number ? remark : withoutPlace({ ...remark, done: false }))
    })
  }, [canAdd, addRemark, userId, task.id, attempt])
  const showAnchor = useCallback<VerdictRemarks['showAnchor']>(
    ({ id, anchor }) => {
      if (!anchor) return
      const number = attemptOf(task, id, attempt?.number ?? 0)
      setShown((before) => ({ anchor, attempt: number, turn: (before?.turn ?? 0) + 1 }))
    },
    [task, attempt],
  )
  const shared = useMemo(
    () => ({ remarks, addRemark: canAdd ? addRemark : null, shown, showAnchor }),
    [remarks, canAdd, addRemark, shown, showAnchor],
  )
  const keeper = useMemo(() => ({ draft, state }), [draft, state])
  return (
    <KeeperContext value={keeper}>
      <RemarksContext value={shared}>{children}</RemarksContext>
    </KeeperContext>
  )
}
