import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams } from '#contract/http/fields.ts'
import { LessonVersion, LessonVersionTexts } from '#contract/lessons/lesson-versions.schema.ts'
import { Lesson } from '#contract/lessons/lessons.schema.ts'

const VersionParams = IdParams.extend({ version: AddressId })

/** What a lesson was before: for those who may change it. */
export const lessonVersionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/versions',
    access: 'user',
    summary: 'The versions of a lesson, newest first; the newest one is what it is now',
    params: IdParams,
    response: z.object({ versions: z.array(LessonVersion) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/versions/{version}',
    access: 'user',
    summary: 'The texts of a version',
    params: VersionParams,
    response: z.object({ version: LessonVersionTexts }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/lessons/{id}/versions/{version}/restore',
    access: 'user',
    summary: 'Restore the name and texts of a version, which makes another version; everything else stays as it is',
    params: VersionParams,
    status: 200,
    response: z.object({ lesson: Lesson }),
  }),
}
