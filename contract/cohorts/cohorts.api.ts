import { z } from 'zod'
import {
  Cohort,
  CohortChange,
  CohortCode,
  CohortCodeCreate,
  CohortCreate,
  CohortProgress,
  CohortRow,
} from '#contract/cohorts/cohorts.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams } from '#contract/http/fields.ts'

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
    right: 'people',
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
  codes: endpoint({
    method: 'GET',
    path: '/api/cohorts/{id}/codes',
    access: 'staff',
    summary: 'The codes by which people register into a class, those that still work, the newest first',
    params: IdParams,
    response: z.object({ codes: z.array(CohortCode) }),
  }),
  createCode: endpoint({
    method: 'POST',
    path: '/api/cohorts/{id}/codes',
    access: 'staff',
    summary: 'Make a code: who registers with it joins the class',
    params: IdParams,
    body: CohortCodeCreate,
    bodyOptional: true,
    status: 201,
    response: z.object({ code: CohortCode }),
  }),
  withdrawCode: endpoint({
    method: 'DELETE',
    path: '/api/cohorts/{id}/codes/{code_id}',
    access: 'staff',
    summary: 'Withdraw a code; who has joined by it stays',
    params: IdParams.extend({ code_id: AddressId }),
  }),
}
