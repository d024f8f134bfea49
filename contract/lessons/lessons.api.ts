import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { BinnedLesson, Lesson, LessonChange, LessonCreate } from '#contract/lessons/lessons.schema.ts'

const lesson = z.object({ lesson: Lesson })

export const lessonsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'A lesson',
    params: IdParams,
    response: lesson,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/lessons',
    access: 'staff',
    summary: 'Add a lesson to the end of a course or of one of its sections',
    body: LessonCreate,
    status: 201,
    response: lesson,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'Change a lesson and its assignment',
    params: IdParams,
    body: LessonChange,
    response: lesson,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'Put a lesson into the bin of its course for 30 days; its tasks and marks stay, even after that',
    params: IdParams,
  }),
  bin: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/bin',
    access: 'user',
    summary: 'Deleted lessons of a course that can be brought back',
    params: IdParams,
    response: z.object({ lessons: z.array(BinnedLesson) }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/lessons/{id}/restore',
    access: 'user',
    summary: 'Bring a deleted lesson back',
    params: IdParams,
    status: 200,
    response: lesson,
  }),
}
