import { z } from 'zod'
import { AsStudent } from '#contract/courses/as-student.ts'
import { Course, CourseChange, CourseCopy, CourseCreate, CourseRow } from '#contract/courses/courses.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, IdParams } from '#contract/http/fields.ts'

const course = z.object({ course: Course })
const people = z.object({ user_ids: z.array(Id).max(5000) })

export const coursesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses',
    access: 'user',
    summary: 'Courses one takes, teaches or runs; `deleted` lists what a curator can bring back',
    query: z.object({ deleted: z.literal('true').optional() }),
    response: z.object({ courses: z.array(CourseRow) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/courses/{id}',
    access: 'user',
    summary: 'A course with its lessons',
    params: IdParams,
    query: AsStudent,
    response: course,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/courses',
    access: 'staff',
    summary: 'Make a course; its maker is its first teacher',
    body: CourseCreate,
    status: 201,
    response: course,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}',
    access: 'user',
    summary: 'Change a course, its sections and the order of its lessons',
    params: IdParams,
    body: CourseChange,
    response: course,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/copy',
    access: 'user',
    summary: 'Copy a course without its people: a draft with every date moved by the same number of days',
    params: IdParams,
    body: CourseCopy,
    bodyOptional: true,
    status: 201,
    response: course,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/courses/{id}',
    access: 'user',
    summary: 'Delete a course; attempts stay, a curator can restore it for 30 days',
    params: IdParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/restore',
    access: 'curator',
    right: 'courses',
    summary: 'Bring a deleted course back',
    params: IdParams,
    response: course,
  }),
  setStudents: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}/students',
    access: 'user',
    summary: 'Replace the students who are enrolled by hand; who takes the course with a class stays',
    params: IdParams,
    body: people,
    response: course,
  }),
  setTeachers: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}/teachers',
    access: 'user',
    summary: 'Replace the teachers of the course',
    params: IdParams,
    body: people,
    response: course,
  }),
}
