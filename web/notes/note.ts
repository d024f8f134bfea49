import type { Highlight, LessonNote } from '#contract/notes/notes.schema.ts'
import { findQuote } from '#web/anchors/text-map.ts'
import { type DraftFields, essence } from '#web/drafts/draft-fields.ts'
import type { ServerDraft } from '#web/drafts/draft-sync.ts'

/** What a reader's own note says: their text, and quotations from the lesson. */
export type Note = Pick<LessonNote, 'text' | 'highlights'>

/** No note at all. */
export const noNote: Note = { text: '', highlights: [] }

const plain = (text: string) => text.trim().normalize()

/** The parts of a note, for two versions side by side. */
export const noteFields: DraftFields<Note> = {
  text: { label: 'Заметка', of: plain },
  highlights: {
    label: 'Цитаты',
    of: (highlights) => highlights.map(({ quote, text }) => [plain(quote), plain(text)]),
    show: (highlights) =>
      highlights.map(({ quote, text }) => (plain(text) ? `«${quote}» — ${text}` : `«${quote}»`)).join('\n\n'),
  },
}

/** Whether two notes say the same to their reader. */
export const sameNote = (a: Note, b: Note) => a === b || essence(noteFields, a) === essence(noteFields, b)

const isHighlight = (highlight: unknown) => {
  const { id, start, quote, text } = (highlight ?? {}) as Record<string, unknown>
  return [id, quote, text].every((part) => typeof part === 'string') && typeof start === 'number'
}

/** A note that the device kept; undefined when it makes no sense. */
export const readNote = (kept: unknown): Note | undefined => {
  const { text, highlights } = (kept ?? {}) as Record<string, unknown>
  const whole = typeof text === 'string' && Array.isArray(highlights) && highlights.every(isHighlight)
  return whole ? { text, highlights: highlights as Highlight[] } : undefined
}

/** A note as its keeper has it. */
export const asServerNote = ({ text, highlights, revision, saved_at }: LessonNote): ServerDraft<Note> => ({
  value: { text, highlights },
  revision,
  saved_at,
})

/** A stretch of the lesson's plain text. */
interface Stretch {
  start: number
  end: number
}

/** Where each quotation is in the lesson's plain text now, by its id; one that is gone is left out. */
export const findPlaces = (text: string, highlights: readonly Highlight[]): ReadonlyMap<string, Stretch> =>
  new Map(
    highlights.flatMap((highlight) => {
      const place = findQuote(text, highlight)
      return place ? [[highlight.id, place] as const] : []
    }),
  )

/** The note with one more quotation, in the order of the lesson. */
export const withHighlight = (note: Note, added: Highlight): Note => ({
  ...note,
  highlights: [...note.highlights.filter(({ id }) => id !== added.id), added].toSorted((a, b) => a.start - b.start),
})

/** The note without a quotation. */
export const withoutHighlight = (note: Note, id: string): Note => ({
  ...note,
  highlights: note.highlights.filter((highlight) => highlight.id !== id),
})

/** The note with other words about a quotation. */
export const withWords = (note: Note, id: string, text: string): Note => ({
  ...note,
  highlights: note.highlights.map((highlight) => (highlight.id === id ? { ...highlight, text } : highlight)),
})
