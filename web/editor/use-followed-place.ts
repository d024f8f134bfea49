import type { Editor, EditorEvents } from '@tiptap/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Follows a node of the text while a dialog about it is open, and says where it is now: a file that has been sent
 * meanwhile may be put in before it.
 */
export const useFollowedPlace = (editor: Editor, place: number | null, onMove: (place: number) => void) => {
  const latest = useRef(place)
  useLayoutEffect(() => {
    latest.current = place
  }, [place])
  const follow = useEffectEvent(({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    const before = latest.current
    if (before === null) return
    const now = [transaction, ...(appendedTransactions ?? [])].reduce((at, { mapping }) => mapping.map(at), before)
    if (now === before) return
    latest.current = now
    onMove(now)
  })
  useEffect(() => {
    const listener = (event: EditorEvents['transaction']) => follow(event)
    editor.on('transaction', listener)
    return () => void editor.off('transaction', listener)
  }, [editor])
}
