import { z } from 'zod'
import { Cohort, CohortChange, CohortCreate, CohortProgress, CohortRow } from '#contract/cohorts/cohorts.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

const cohort = z.object({ cohort: Cohort })

export const cohortsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/cohorts',
    access: 'staff',
    summary: 'Classes one leads, or all of them for curators',
    response: z.object({ cohorts: z.array(CohortRow) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/cohorts/{id}',
    access: 'staff',
    summary: 'A class with its people and courses',
    params: IdParams,
    response: cohort,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/cohorts/{id}/progress',
    access: 'staff',
    summary: 'How far each student of a class is in each of its courses, and who has fallen behind',
    params: IdParams,
    response: z.object({ progress: CohortProgress }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/cohorts',
    access: 'curator',
    summary: 'Make a class; its students are enrolled in its courses',
    body: CohortCreate,
    status: 201,
    response: cohort,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/cohorts/{id}',
    access: 'staff',
    summary: 'Change a class; each list is the whole set, and students are enrolled or leave courses accordingly',
    params: IdParams,
    body: CohortChange,
    response: cohort,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cohorts/{id}',
    access: 'staff',
    summary: 'Delete a class; who takes its courses only with it leaves them, and marks stay',
    params: IdParams,
  }),
}
