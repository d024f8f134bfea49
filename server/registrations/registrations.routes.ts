import type { FastifyInstance } from 'fastify'
import { pageCount } from '#contract/http/fields.ts'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { registrationPageSize } from '#contract/registrations/registrations.schema.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { acceptRegistration, declineRegistration } from '#server/registrations/decide-registration.ts'
import { findRegistration, pageOfRegistrations } from '#server/registrations/registrations.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

export const registrationsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, registrationsApi.list, async ({ query }) => {
    const { rows, total } = await pageOfRegistrations(db, query.page)
    return {
      registrations: rows.map(({ registration, person, email, email_confirmed_at, cohort, program }) => ({
        user: presentPerson(person),
        email,
        email_confirmed: email_confirmed_at !== null,
        cohort,
        program,
        created_at: registration.created_at,
      })),
      page: query.page,
      pages: pageCount(total, registrationPageSize),
      total,
    }
  })

  route(app, registrationsApi.accept, async ({ params, actor }) => {
    found(await findRegistration(db, params.id))
    await acceptRegistration(db, actor, params.id)
  })

  route(app, registrationsApi.decline, async ({ params, actor, body }) => {
    found(await findRegistration(db, params.id))
    await declineRegistration(db, actor, params.id, body().reason)
  })
}
