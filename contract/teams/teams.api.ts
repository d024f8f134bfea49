import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { Id, IdParams } from '#contract/http/fields.ts'
import { Task } from '#contract/tasks/tasks.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A team that can still be joined. */
export const Team = z.object({ task_id: Id, students: z.array(Person), free: z.number().int() })
export type Team = z.infer<typeof Team>

export const teamsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}/teams',
    access: 'user',
    summary: 'Teams of a lesson’s assignment with free places, before their first hand-in',
    params: IdParams,
    response: z.object({ teams: z.array(Team), team_size: z.number().int() }),
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/join',
    access: 'user',
    summary: 'Join the team of a task before its first hand-in',
    params: IdParams,
    status: 200,
    response: z.object({ task: Task }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/tasks/{id}/leave',
    access: 'user',
    summary: 'Leave the team of a task before its first hand-in',
    params: IdParams,
  }),
}
