import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { securityApi } from '#contract/security/security.api.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { pageOfSecurity, securityPageSize } from '#server/security/security.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const securityRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, securityApi.list, async ({ query }) => {
    // what this process has noted until now; others write theirs within two seconds
    await app.securityLog.flush()
    const { rows, total, people } = await pageOfSecurity(db, query)
    const entries = rows.map(({ user_id, ...entry }) => {
      const person = user_id === null ? undefined : people.get(user_id)
      return { ...entry, user: person ? presentPerson(person) : null }
    })
    return { entries, page: query.page, pages: pageCount(total, securityPageSize), total }
  })
}
