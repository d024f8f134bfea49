import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { ScormPackage, ScormReport, ScormResult, ScormState } from '#contract/scorm/scorm.schema.ts'

export const scormApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/scorm',
    access: 'user',
    summary: 'The SCORM packages of a lesson, with what they remember of the reader',
    params: IdParams,
    response: z.object({ packages: z.array(ScormPackage) }),
  }),
  report: endpoint({
    method: 'PUT',
    path: '/api/scorm/{id}/results',
    access: 'user',
    summary: 'Keep what a package reports of one of its parts: students of the course',
    params: IdParams,
    body: ScormReport,
    response: z.object({ state: ScormState }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/scorm/{id}/results',
    access: 'user',
    summary: 'Results of all students in a package: its teachers and curators',
    params: IdParams,
    response: z.object({ results: z.array(ScormResult) }),
  }),
}
