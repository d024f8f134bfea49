import type { FastifyInstance } from 'fastify'
import { outlineApi } from '#contract/courses/outline.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { createSection, moveOutline, nameSection, removeSection } from '#server/courses/change-outline.ts'
import { findEditableCourse } from '#server/courses/course-access.ts'
import { findSection } from '#server/courses/outline.repo.ts'
import { loadCourse } from '#server/courses/present-course.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'

export const outlineRoutes = (app: FastifyInstance, { db }: Deps) => {
  const findEditableSection = async (actor: Actor, id: number) => {
    const section = found(await findSection(db, id))
    await findEditableCourse(db, actor, section.course_id)
    return section
  }

  route(app, outlineApi.move, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    await moveOutline(db, actor, course.id, body())
    return { course: await loadCourse(db, actor, course) }
  })

  route(app, outlineApi.createSection, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    const { id, name } = await createSection(db, actor, course.id, body())
    return { section: { id, name } }
  })

  route(app, outlineApi.updateSection, async ({ params, actor, body }) => {
    const { id, course_id } = await findEditableSection(actor, params.id)
    await nameSection(db, actor, course_id, id, body().name)
    return { section: { id, name: body().name } }
  })

  route(app, outlineApi.removeSection, async ({ params, actor }) => {
    const { id, course_id } = await findEditableSection(actor, params.id)
    await removeSection(db, actor, course_id, id)
  })
}
