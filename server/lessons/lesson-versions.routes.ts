import type { FastifyInstance } from 'fastify'
import { lessonVersionsApi } from '#contract/lessons/lesson-versions.api.ts'
import type { Deps } from '#server/deps.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findEditableLesson, findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { findVersion, listVersions } from '#server/lessons/lesson-versions.repo.ts'
import { loadLesson } from '#server/lessons/present-lesson.ts'
import { restoreVersion } from '#server/lessons/restore-version.ts'
import { presentPerson } from '#server/users/present-person.ts'

type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

const present = ({ id, created_at, person }: VersionRow) => ({ id, created_at, user: person && presentPerson(person) })

export const lessonVersionsRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, lessonVersionsApi.list, async ({ params, actor }) => {
    const lesson = await findEditableLesson(db, actor, params.id)
    return { versions: (await listVersions(db, lesson.id)).map(present) }
  })

  route(app, lessonVersionsApi.get, async ({ params, actor }) => {
    const lesson = await findEditableLesson(db, actor, params.id)
    const version = found(await findVersion(db, lesson.id, params.version))
    const files = await loadFiles(db, [{ owner: 'lesson-version', id: version.id }])
    const textOf = (html: string) => files.text('lesson-version', version.id, html)
    return {
      version: {
        ...present(version),
        name: version.name,
        content: textOf(version.content),
        assignment_text: version.assignment_text && textOf(version.assignment_text),
      },
    }
  })

  route(app, lessonVersionsApi.restore, async ({ params, actor }) => {
    const lesson = await findEditableLesson(db, actor, params.id)
    await restoreVersion(db, actor, lesson, params.version)
    return { lesson: await loadLesson(db, actor, await findVisibleLesson(db, actor, lesson.id)) }
  })
}
