import { type Application, applicationStatuses } from '#contract/applications/applications.schema.ts'
import type { ApplicationRow } from '#server/applications/applications.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** An application as it leaves the server. */
export const presentApplication = ({ application, program, person }: ApplicationRow): Application => ({
  id: application.id,
  status: applicationStatuses[application.status],
  program,
  user: presentPerson(person),
  text: application.text,
  reason: application.reason,
  created_at: application.created_at,
  decided_at: application.decided_at,
})
