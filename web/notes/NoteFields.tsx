import '#web/ui/input-styles.ts'
import { Textarea } from '@mantine/core'
import { maxNoteText } from '#contract/notes/note-limits.ts'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { draftConflictTexts, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { AddQuote } from '#web/notes/AddQuote.tsx'
import classes from '#web/notes/Notes.module.css'
import { type Note, noteFields, withWords } from '#web/notes/note.ts'
import { Quotation } from '#web/notes/Quotation.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

/** What the fields of a note need of the lesson. */
export interface NoteFieldsProps {
  draft: OpenDraft<Note>
  state: DraftState<Note>
  /** Whether a quotation is no longer in the text. */
  isLost: (id: string) => boolean
  /** The quotation whose field is to have the focus. */
  focused: { id: string } | null
  onShow: (id: string) => void
  onRemove: (highlight: Highlight) => void
  onAdd: (typed: string) => boolean
}

/** The note as it is written, and where it is kept; two versions of it are shown side by side. */
export const NoteFields = ({ draft, state, isLost, focused, onShow, onRemove, onAdd }: NoteFieldsProps) => {
  const { value: note, theirs } = state
  if (theirs) {
    const texts = {
      ...draftConflictTexts(theirs.saved_at),
      title: 'Заметка изменена в другом месте',
      lead: 'Пока вы писали здесь, эту же заметку сохранили на другом устройстве или в другой вкладке. Обе версии целы: выберите, с какой продолжить.',
    }
    const differences = differencesOf(noteFields, note, theirs.value)
    return <DraftConflict texts={texts} differences={differences} onChoose={(whose) => resolveConflict(draft, whose)} />
  }
  const { text, highlights } = note
  return (
    <Stack as="fieldset" gap={4} className={classes.fields}>
      <Textarea
        label="Заметка к уроку"
        classNames={{ input: classes.growing as string }}
        value={text}
        error={text.length > maxNoteText && `Не длиннее ${maxNoteText} знаков, сейчас ${text.length}`}
        onChange={({ currentTarget: { value } }) => draft.change({ ...note, text: value })}
      />
      {highlights.length > 0 && (
        <Box as="section" aria-label="Цитаты из урока">
          <Text as="h3" size={3} mb={2}>
            Цитаты из урока
          </Text>
          <Stack as="ul" gap={4} plain>
            {highlights.map((highlight) => (
              <Quotation
                key={highlight.id}
                highlight={highlight}
                isLost={isLost(highlight.id)}
                focused={focused?.id === highlight.id ? focused : null}
                onShow={() => onShow(highlight.id)}
                onWrite={(words) => draft.change(withWords(draft.get().value, highlight.id, words))}
                onRemove={() => onRemove(highlight)}
              />
            ))}
          </Stack>
        </Box>
      )}
      <AddQuote onAdd={onAdd} />
      <DraftStatus state={state} onRetry={() => void draft.flush(true).catch(() => {})} />
    </Stack>
  )
}
