import { z } from 'zod'
import { AsStudent } from '#contract/courses/as-student.ts'
import { Course } from '#contract/courses/courses.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { BinnedLesson, Lesson, LessonChange, LessonCreate, LessonsBulk } from '#contract/lessons/lessons.schema.ts'

const lesson = z.object({ lesson: Lesson })

export const lessonsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    access: 'user',
    summary: 'A lesson',
    params: IdParams,
    query: AsStudent,
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
  markRead: endpoint({
    method: 'POST',
    path: '/api/lessons/{id}/read',
    access: 'user',
    summary: 'Mark a lesson as read',
    params: IdParams,
    status: 204,
  }),
  markUnread: endpoint({
    method: 'DELETE',
    path: '/api/lessons/{id}/read',
    access: 'user',
    summary: 'Remove the mark',
    params: IdParams,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/lessons/bulk',
    access: 'user',
    summary: 'Change several lessons of one course at once: all of them or none',
    body: LessonsBulk,
    status: 200,
    response: z.object({ course: Course }),
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
