import type { FastifyInstance } from 'fastify'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { canCreateCourse, canSeeCourse } from '#contract/courses/courses.policy.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { changeCourse, createCourse } from '#server/courses/change-course.ts'
import { copyCourse } from '#server/courses/copy-course.ts'
import { findEditableCourse, findVisibleCourse } from '#server/courses/course-access.ts'
import { courseSources } from '#server/courses/course-sources.repo.ts'
import { findCourse } from '#server/courses/courses.repo.ts'
import { deleteCourse } from '#server/courses/delete-course.ts'
import { loadCourse, loadCourses } from '#server/courses/present-course.ts'
import { readerOf } from '#server/courses/reader-of.ts'
import { restoreCourse } from '#server/courses/restore-course.ts'
import { appointTeachers, enrolStudents } from '#server/courses/set-members.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'

export const coursesRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  const bodyOf = async (actor: Actor, id: number) => ({
    course: await loadCourse(db, actor, found(await findCourse(db, id, actor))),
  })

  route(app, coursesApi.list, async ({ actor, query }) => ({
    courses: await loadCourses(db, actor, { deleted: query.deleted !== undefined && curates(actor, 'courses') }),
  }))

  route(
    app,
    coursesApi.get,
    async ({ params, query, actor }) => {
      const { reader, course } = readerOf(actor, await findVisibleCourse(db, actor, params.id), query)
      return {
        course: await loadCourse(
          db,
          reader,
          found(course, (seen) => canSeeCourse(reader, seen)),
        ),
      }
    },
    { readsFrom: ({ params, actor }) => courseSources(db, actor, params.id) },
  )

  route(app, coursesApi.create, async ({ actor, body }) => {
    authorize(canCreateCourse(actor))
    const course = await createCourse(db, actor, body())
    return bodyOf(actor, course.id)
  })

  route(app, coursesApi.update, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    await changeCourse(db, actor, course, body())
    return bodyOf(actor, course.id)
  })

  route(app, coursesApi.copy, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    return bodyOf(actor, (await copyCourse(deps, actor, course, body())).id)
  })

  route(app, coursesApi.remove, ({ params, actor }) => deleteCourse(db, actor, params.id))

  route(app, coursesApi.restore, async ({ params, actor }) => {
    await restoreCourse(db, actor, params.id)
    return bodyOf(actor, params.id)
  })

  route(app, coursesApi.setStudents, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    await enrolStudents(db, actor, course.id, body().user_ids)
    return bodyOf(actor, course.id)
  })

  route(app, coursesApi.setTeachers, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    await appointTeachers(db, actor, course.id, body().user_ids)
    // a teacher may have stepped back, and no longer see the course
    return bodyOf(actor, course.id)
  })
}
