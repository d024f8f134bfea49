import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { journalFileTypes } from '#contract/journal/journal.schema.ts'
import { Progress, ProgressExport, ProgressQuery } from '#contract/progress/progress.schema.ts'

export const progressApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/progress',
    access: 'curator',
    right: 'courses',
    summary: 'How studies go: courses with their queues and waits, classes, and activity by weeks',
    query: ProgressQuery,
    response: z.object({ progress: Progress }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/progress/export',
    access: 'curator',
    right: 'courses',
    summary: 'A part of it as a table for spreadsheet programs',
    query: ProgressExport,
    fileTypes: Object.values(journalFileTypes),
  }),
}
