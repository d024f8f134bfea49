import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { LessonNote, LessonNoteChange } from '#contract/notes/notes.schema.ts'

const note = z.object({ note: LessonNote })

/** Readers' own notes on lessons; nobody else ever sees them. */
export const notesApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/note',
    access: 'user',
    summary: 'The user’s own note on a lesson',
    params: IdParams,
    response: note,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}/note',
    access: 'user',
    summary: 'Save the user’s own note on a lesson. 409 when the revision is outdated',
    params: IdParams,
    body: LessonNoteChange,
    response: note,
  }),
}
