import { z } from 'zod'
import { Handover, HandoverCreate, HandoverQuery, Moved } from '#contract/handovers/handovers.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

/** A handover names teachers of courses and leaders of classes. */
const handOverRights = ['people', 'courses'] as const

export const handoversApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/users/{id}/handover',
    access: 'curator',
    right: handOverRights,
    summary: 'Hand everything of a teacher over to others, for good or until a day: courses, open tasks, classes',
    params: IdParams,
    body: HandoverCreate,
    response: z.object({ moved: Moved, handover: Handover.nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users/{id}/handovers',
    access: 'curator',
    right: 'people',
    summary: 'What a teacher would hand over now, and what they have handed over, newest first',
    params: IdParams,
    query: HandoverQuery,
    response: z.object({ holds: Moved, handovers: z.array(Handover) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/handovers/{id}/undo',
    access: 'curator',
    right: handOverRights,
    summary: 'Return now what others still have by a handover; verdicts given meanwhile stay',
    params: IdParams,
    response: z.object({ handover: Handover }),
  }),
}
