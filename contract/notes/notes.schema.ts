import { z } from 'zod'
import { Moment } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import { maxHighlights, maxHighlightText, maxNoteText, maxQuote } from '#contract/notes/note-limits.ts'

/** Text exactly as it was typed: it is written back into the field. */
const typed = (max: number, sentence: string) => z.string().max(max, sentence).transform(storable)

/** A passage of the lesson's text, quoted in the note; `start` is its place in the plain text. */
export const Highlight = z.object({
  /** Made by the reader's device; unique within the note. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  start: z.number().int().min(0).max(10_000_000),
  quote: typed(maxQuote, `Цитата длиннее ${maxQuote} знаков: выделите меньше текста.`).pipe(z.string().min(1)),
  /** What its owner has written about it. */
  text: typed(maxHighlightText, `Запись к цитате длиннее ${maxHighlightText} знаков: сократите её.`),
})
export type Highlight = z.output<typeof Highlight>

const noteFields = {
  text: typed(maxNoteText, `Заметка длиннее ${maxNoteText.toLocaleString('ru')} знаков: сократите её.`),
  highlights: z
    .array(Highlight)
    .max(maxHighlights, `В заметке больше ${maxHighlights} цитат: уберите лишние.`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Одна цитата стоит в заметке дважды.'),
}

/** A reader's own note on a lesson; nobody else ever sees it. Without text and quotations there is none. */
export const LessonNote = z.object({
  text: z.string(),
  highlights: z.array(Highlight),
  /** Rises with every change and never goes back. */
  revision: z.number().int(),
  saved_at: Moment.nullable(),
})
export type LessonNote = z.infer<typeof LessonNote>

/** `revision` is the one that the change is based on. */
export const LessonNoteChange = z.object({
  ...noteFields,
  revision: z.number().int().min(0).max(2_147_483_647),
})
export type LessonNoteChange = z.output<typeof LessonNoteChange>
