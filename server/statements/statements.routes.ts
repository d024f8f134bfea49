import type { FastifyInstance } from 'fastify'
import { statementsApi } from '#contract/statements/statements.api.ts'
import { canStateCourse, canStateMarks, isStatedToStudent } from '#contract/statements/statements.policy.ts'
import type { Deps } from '#server/deps.ts'
import { listChildren } from '#server/family/family.repo.ts'
import { addressOfLink } from '#server/family/load-family.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { loadStatement } from '#server/statements/load-statement.ts'
import { listTakenCourses } from '#server/statements/statements.repo.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { findUser } from '#server/users/users.repo.ts'

export const statementsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, statementsApi.get, async ({ params, actor }) => {
    const student = found(await findVisibleUser(db, actor, params.id))
    const taken = await listTakenCourses(db, student.id)
    authorize(canStateMarks(actor, student, taken), 'Справка есть у кураторов и у преподавателей этих курсов.')
    const stated = taken.filter((course) => canStateCourse(actor, student, course))
    return { statement: await loadStatement(db, student, stated) }
  })

  route(app, statementsApi.ofChild, async ({ params }) => {
    const children = await listChildren(db, await addressOfLink(db, params.token))
    found(children.find(({ id }) => id === params.id))
    const [student, taken] = await Promise.all([findUser(db, params.id), listTakenCourses(db, params.id)])
    return { statement: await loadStatement(db, found(student), taken.filter(isStatedToStudent)) }
  })
}
