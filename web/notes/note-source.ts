import { notesApi } from '#contract/notes/notes.api.ts'
import { act } from '#web/data/act.ts'
import { call } from '#web/data/call.ts'
import { mayOutlive } from '#web/drafts/drafts.queries.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'
import { asServerNote, type Note, noNote, readNote, sameNote } from '#web/notes/note.ts'

/** Where a reader's note on a lesson is kept: a draft that never ends, in a place of its own on the server. */
export const noteSource = (userId: number, lessonId: number): DraftSource<Note> => {
  const params = { id: lessonId }
  const load = async () => asServerNote((await call(notesApi.get, { params, as: userId, background: true })).note)
  return {
    userId,
    key: `lesson-note:${lessonId}`,
    none: noNote,
    isNone: (note) => sameNote(note, noNote),
    equal: sameNote,
    read: readNote,
    begin: load,
    load,
    save: async ({ text, highlights }, revision, deliberate) => {
      const body = { text, highlights, revision }
      const keepalive = document.hidden && mayOutlive(body)
      const sent = { params, body, as: userId, background: !deliberate, keepalive }
      return asServerNote((await act(notesApi.save, sent)).note)
    },
  }
}
