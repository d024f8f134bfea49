import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useLate } from '#web/app/use-late.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'

const loadNotes = () => import('#web/notes/LessonNotes.tsx')

/** Lessons whose notes were loaded on this page: what was written since is not known to the lesson as it was loaded. */
const loaded = new Set<number>()

/** Whether something is selected in the text from now on. */
const useSelecting = (text: RefObject<HTMLElement | null>, watched: boolean) => {
  const [selecting, setSelecting] = useState(false)
  useEffect(() => {
    if (!watched || selecting) return
    const look = () => {
      const selection = document.getSelection()
      if (selection && !selection.isCollapsed && text.current?.contains(selection.anchorNode)) setSelecting(true)
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [text, watched, selecting])
  return selecting
}

/**
 * The reader's own notes on a lesson. Their bundle and their call come when there is a note, or may be one on this
 * device, or when the reader selects something or opens the notes; a first visit does not pay for them.
 */
export const useLessonNotes = (
  { id, note }: { id: number; note: boolean },
  text: RefObject<HTMLElement | null>,
  allowed: boolean,
) => {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const [isOnDevice] = useState(() => mayHold('draft'))
  const selecting = useSelecting(text, allowed)
  const wanted = allowed && !failed && (open || selecting || note || isOnDevice || loaded.has(id))
  const Part = useLate(wanted, loadNotes, () => {
    setFailed(true)
    setOpen(false)
    if (open) reportError(new NetworkError())
  })
  useEffect(() => {
    if (wanted) loaded.add(id)
  }, [id, wanted])
  const show = useCallback((shown: boolean) => {
    setFailed(false)
    setOpen(shown)
  }, [])
  return { Part: wanted ? Part : null, open, show }
}
