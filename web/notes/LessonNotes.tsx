import { type RefObject, useCallback, useEffect, useState } from 'react'
import { maxHighlights } from '#contract/notes/note-limits.ts'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import { findTyped } from '#web/anchors/text-map.ts'
import { type SelectedStretch, useSelectedStretch } from '#web/anchors/use-selected-stretch.ts'
import { useTextMap } from '#web/anchors/use-text-map.ts'
import { randomId } from '#web/data/random-id.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { type OpenDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { useDraftState, useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { useRefresh } from '#web/drafts/use-refresh.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { NoteFields } from '#web/notes/NoteFields.tsx'
import { NotesFrame, useIsOver } from '#web/notes/NotesFrame.tsx'
import { type Note, withHighlight, withoutHighlight } from '#web/notes/note.ts'
import { noteSource } from '#web/notes/note-source.ts'
import { SelectionBar } from '#web/notes/SelectionBar.tsx'
import { showPlace } from '#web/notes/show-place.ts'
import { type Mark, useMarkClicks, useMarks } from '#web/notes/use-marks.ts'
import { Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

/** The writer and the lesson of the notes, and where its text is. */
export interface LessonNotesProps {
  lessonId: number
  userId: number
  /** Around the text of the lesson; positioned. */
  box: RefObject<HTMLElement | null>
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** The reader's own notes on a lesson: quoted passages are coloured in the text, new ones are made by selecting it. */
const LessonNotes = ({ lessonId, userId, ...props }: LessonNotesProps) => {
  const source = noteSource(userId, lessonId)
  const draft = useOpenDraft(source, openedDraft(userId, source.key) as OpenDraft<Note> | undefined)
  if (draft) return <Opened draft={draft} {...props} />
  return (
    props.open && (
      <NotesFrame onClose={props.onClose}>
        <SkeletonList count={2} height={96} />
      </NotesFrame>
    )
  )
}

/** Quotes, shows and removes passages; what has happened is said aloud. */
const useQuotations = (draft: OpenDraft<Note>) => {
  const [message, setMessage] = useState('')
  const add = ({ start, quote }: Pick<SelectedStretch, 'start' | 'quote'>) => {
    const note = draft.get().value
    if (note.highlights.length >= maxHighlights) {
      toast({
        severity: 'warn',
        summary: `В заметке уже ${maxHighlights} цитат`,
        detail: 'Уберите лишние.',
        key: 'note',
      })
      return null
    }
    const highlight: Highlight = { id: randomId(), start, quote, text: '' }
    draft.change(withHighlight(note, highlight))
    setMessage('Выделено, цитата теперь в заметке')
    return highlight
  }
  const remove = (highlight: Highlight) => {
    draft.change(withoutHighlight(draft.get().value, highlight.id))
    setMessage('')
    toast({
      severity: 'info',
      summary: 'Цитата убрана',
      key: 'note',
      action: { label: 'Вернуть', onClick: () => draft.change(withHighlight(draft.get().value, highlight)) },
    })
  }
  return { message, add, remove }
}

const spotBelow = (box: HTMLElement, range: Range) => {
  const corner = box.getBoundingClientRect()
  const rect = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect()
  return { left: rect.right - corner.left, top: rect.bottom - corner.top }
}

/** The quoted passage that was clicked, until something else is; with where it ends. */
const usePicked = (box: RefObject<HTMLElement | null>, marks: readonly Mark[] | null) => {
  const [picked, setPicked] = useState<{ id: string; left: number; top: number } | null>(null)
  const pick = useCallback(
    (mark: Mark | null) => setPicked(mark && box.current && { id: mark.id, ...spotBelow(box.current, mark.range) }),
    [box],
  )
  useMarkClicks(box, marks, pick)
  return { picked, unpick: () => setPicked(null) }
}

const Opened = ({
  draft,
  box,
  open,
  onOpen,
  onClose,
}: Omit<LessonNotesProps, 'lessonId' | 'userId'> & { draft: OpenDraft<Note> }) => {
  const state = useDraftState(draft) as DraftState<Note>
  const { highlights } = state.value
  const isOver = useIsOver()
  useRefresh(draft.refresh)
  useUnkept(state)
  // what waits is sent when the lesson is left
  useEffect(() => () => void draft.flush().catch(() => {}), [draft])
  const map = useTextMap(box)
  const [shown, setShown] = useState<{ id: string } | null>(null)
  const [focused, setFocused] = useState<{ id: string } | null>(null)
  const marks = useMarks(map, highlights, shown)
  const { message, add, remove } = useQuotations(draft)
  const { picked, unpick } = usePicked(box, marks)
  const selected = useSelectedStretch(box, map, state.theirs === null)
  const [used, setUsed] = useState<SelectedStretch | null>(null)

  const toNote = (id: string) => {
    unpick()
    setFocused({ id })
    onOpen()
  }
  const quote = (stretch: SelectedStretch) => {
    setUsed(stretch)
    document.getSelection()?.removeAllRanges()
    return add(stretch)
  }
  const close = () => {
    setFocused(null)
    onClose()
  }
  const show = (id: string) => {
    const range = marks?.find((mark) => mark.id === id)?.range
    if (!range) return
    setShown({ id })
    if (!isOver) return showPlace(range)
    close()
    // the sheet gives the page back first
    setTimeout(() => showPlace(range))
  }
  // a lesson may have lost its whole text
  const isLost = (id: string) =>
    marks ? !marks.some((mark) => mark.id === id) : !box.current?.querySelector('.rich-text')
  const addTyped = (typed: string) => {
    const stretch = typed === '' ? selected : map && findTyped(map.text, typed)
    const added = stretch && add(stretch)
    if (added) setFocused({ id: added.id })
    return Boolean(added)
  }

  const fresh = selected !== used ? selected : null
  // what is selected within a quoted passage is that passage
  const around = fresh && marks?.find(({ start, end }) => start <= fresh.start && end >= fresh.end)
  const known = highlights.find(({ id }) => id === (around ?? picked)?.id)
  const spot = fresh ?? (known ? picked : null)
  return (
    <>
      <Text as="span" aloud role="status">
        {message}
      </Text>
      {spot && box.current && !state.theirs && (
        <SelectionBar
          box={box.current}
          spot={spot}
          onMark={known || !fresh ? undefined : () => void quote(fresh)}
          onUnmark={
            known &&
            (() => {
              unpick()
              setUsed(fresh)
              remove(known)
            })
          }
          onNote={() => {
            const id = known?.id ?? (fresh && quote(fresh)?.id)
            if (id) toNote(id)
          }}
        />
      )}
      {open && (
        <NotesFrame onClose={close}>
          <NoteFields
            draft={draft}
            state={state}
            isLost={isLost}
            focused={focused}
            onShow={show}
            onRemove={remove}
            onAdd={addTyped}
          />
        </NotesFrame>
      )}
    </>
  )
}

export default LessonNotes
