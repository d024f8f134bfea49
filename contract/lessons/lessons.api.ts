import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Lesson, LessonChange, LessonCreate } from '#contract/lessons/lessons.schema.ts'

const lesson = z.object({ lesson: Lesson })

export const lessonsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'A lesson',
    params: IdParams,
    answer: lesson,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/lessons',
    access: 'staff',
    summary: 'Add a lesson to the end of a course or of one of its sections',
    body: LessonCreate,
    status: 201,
    answer: lesson,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'Change a lesson and its assignment',
    params: IdParams,
    body: LessonChange,
    answer: lesson,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'Delete a lesson; works handed in stay',
    params: IdParams,
  }),
}
