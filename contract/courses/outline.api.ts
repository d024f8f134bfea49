import { z } from 'zod'
import { Course, Section } from '#contract/courses/courses.schema.ts'
import { OutlineMove, SectionCreate, SectionName } from '#contract/courses/outline.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

const section = z.object({ section: Section })

/** Changes of a course's order, each an act of its own: two people at once lose nothing. */
export const outlineApi = {
  move: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/moves',
    access: 'user',
    summary: 'Move a lesson or a section of a course',
    params: IdParams,
    body: OutlineMove,
    status: 200,
    response: z.object({ course: Course }),
  }),
  createSection: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/sections',
    access: 'user',
    summary: 'Add a section to a course',
    params: IdParams,
    body: SectionCreate,
    status: 201,
    response: section,
  }),
  updateSection: endpoint({
    method: 'PUT',
    path: '/api/sections/{id}',
    access: 'user',
    summary: 'Rename a section',
    params: IdParams,
    body: SectionName,
    response: section,
  }),
  removeSection: endpoint({
    method: 'DELETE',
    path: '/api/sections/{id}',
    access: 'user',
    summary: 'Delete a section; its lessons stay in the course, without a section',
    params: IdParams,
  }),
}
