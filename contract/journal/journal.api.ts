import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import {
  CellChanges,
  Journal,
  JournalCell,
  JournalExport,
  journalFileTypes,
  ScoreChange,
  ScoreRecord,
  StudentCell,
  Weights,
} from '#contract/journal/journal.schema.ts'

export const journalApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/journal',
    access: 'user',
    summary: 'The journal of a course: students by assignments; a student sees the own row',
    params: IdParams,
    response: z.object({ journal: Journal }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/journal/export',
    access: 'user',
    summary: 'The journal as a table for spreadsheet programs',
    params: IdParams,
    query: JournalExport,
    fileTypes: Object.values(journalFileTypes),
  }),
  setWeights: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}/weights',
    access: 'user',
    summary: 'How much each assignment counts',
    params: IdParams,
    body: Weights,
    response: z.object({ journal: Journal }),
  }),
  setScore: endpoint({
    method: 'PUT',
    path: '/api/tasks/{id}/score',
    access: 'user',
    summary: 'Set the score of a task by hand; every change is kept',
    params: IdParams,
    body: ScoreChange,
    response: z.object({ cell: JournalCell }),
  }),
  setCells: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}/journal/cells',
    access: 'user',
    summary: 'Set scores, absences, excuses and comments of cells; all or none',
    params: IdParams,
    body: CellChanges,
    response: z.object({ cells: z.array(StudentCell) }),
  }),
  scores: endpoint({
    method: 'GET',
    path: '/api/tasks/{id}/scores',
    access: 'user',
    summary: 'Changes of a task’s score by hand, newest first',
    params: IdParams,
    response: z.object({ changes: z.array(ScoreRecord) }),
  }),
}
