import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Import, ImportCreate } from '#contract/imports/imports.schema.ts'

const imported = z.object({ import: Import })

export const importsApi = {
  archive: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/archive',
    access: 'user',
    summary: 'A course as a ZIP: course.json, lessons as Markdown, files; without people and tasks',
    params: IdParams,
    fileTypes: ['application/zip'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/imports',
    access: 'staff',
    summary: 'Import lessons from an uploaded file, in the background: into a course, or as a new draft course',
    body: ImportCreate,
    status: 202,
    response: imported,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/imports',
    access: 'user',
    summary:
      'The last imports into a course, the newest first: those of the last day, and those that can be undone; the user’s own, all for curators',
    params: IdParams,
    response: z.object({ imports: z.array(Import) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/{id}',
    access: 'staff',
    summary: 'An import with its progress: the user’s own; any for curators',
    params: IdParams,
    response: imported,
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/imports/{id}',
    access: 'staff',
    summary: 'Undo an import: what it made is deleted; 409 once people have used or changed it',
    params: IdParams,
  }),
}
