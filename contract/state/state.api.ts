import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { Failure, FailureChoice, PolicyReport, SiteState } from '#contract/state/state.schema.ts'

const count = z.object({ count: z.number().int() })

export const stateApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings/state',
    access: 'curator',
    right: 'all',
    summary: 'How the site is: version, database, files, letters, backups, and what to do about each; some seconds old',
    response: z.object({ state: SiteState }),
  }),
  failures: endpoint({
    method: 'GET',
    path: '/api/settings/failures',
    access: 'curator',
    right: 'all',
    summary: 'Letters and other consequences of acts that kept failing, newest first; max 100 of them',
    response: z.object({ failures: z.array(Failure), total: z.number().int() }),
  }),
  repeat: endpoint({
    method: 'POST',
    path: '/api/settings/failures/repeat',
    access: 'curator',
    right: 'all',
    summary: 'Try again what kept failing; how many there were',
    body: FailureChoice,
    response: count,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/settings/failures/remove',
    access: 'curator',
    right: 'all',
    summary: 'Give up what kept failing, except what the law asks for; how many there were',
    body: FailureChoice,
    response: count,
  }),
  policyReports: endpoint({
    method: 'GET',
    path: '/api/settings/policy-reports',
    access: 'curator',
    right: 'all',
    summary: 'What browsers have refused because of the content policy, added up, newest first; kept for 30 days',
    response: z.object({ reports: z.array(PolicyReport) }),
  }),
  clearPolicyReports: endpoint({
    method: 'DELETE',
    path: '/api/settings/policy-reports',
    access: 'curator',
    right: 'all',
    summary: 'Forget what browsers have refused',
  }),
}
