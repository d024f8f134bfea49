import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { taskAddress } from '#contract/tasks/task-places.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** How many times somebody asked to write, and on which lesson: the cursor goes into the answer each time. */
const asked = createStore<{ lessonId: number; turn: number } | null>(null)

/** The state of a task's draft while it is written: set by what keeps it, shown by the card beside the lesson. */
export const writtenDraft = createStore<{ taskId: number; state: DraftState<unknown> } | null>(null)

/** Puts the cursor into the answer, once it is there. */
export const focusAnswer = (lessonId: number) => asked.set({ lessonId, turn: (asked.get()?.turn ?? 0) + 1 })

/** Goes to the student's own task in a lesson, unless it is shown already, to write. */
export const useOpenTask = (lessonId: number) => {
  const router = useRouter()
  return () => {
    focusAnswer(lessonId)
    const { pathname, search } = router.latestLocation
    const address = taskAddress(lessonId)
    if (!(address.startsWith(`${pathname}?`) && 'work' in search)) void router.navigate({ href: address })
  }
}

/** How many times somebody asked to write in the task of this lesson. Leaving it forgets that. */
export const useOpenTurn = (lessonId: number) => {
  useEffect(() => () => asked.set(null), [])
  const last = useStore(asked)
  return last?.lessonId === lessonId ? last.turn : 0
}
