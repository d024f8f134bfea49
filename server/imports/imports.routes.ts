import type { FastifyInstance } from 'fastify'
import { importsApi } from '#contract/imports/imports.api.ts'
import { canRepeatImport, canSeeImport } from '#contract/imports/imports.policy.ts'
import type { Import, ImportCreate } from '#contract/imports/imports.schema.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { findEditableCourse } from '#server/courses/course-access.ts'
import type { Deps } from '#server/deps.ts'
import { canSeeFile } from '#server/files/file-owners.ts'
import { findFile } from '#server/files/files.repo.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findImport, type ImportRecord, listImports } from '#server/imports/imports.repo.ts'
import { importRuns, interrupted, isRepeatable } from '#server/imports/run-imports.ts'
import { sendCourseArchive } from '#server/imports/send-course-archive.ts'
import { removeUnusedFiles } from '#server/imports/store-file.ts'
import { undoImport } from '#server/imports/undo-import.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'

const present = (actor: Actor, { alive, ...record }: ImportRecord): Import => {
  // a run without a process has failed
  const isDead = record.status === 'running' && !alive
  const { status, warnings } = isDead ? { status: 'failed' as const, warnings: [interrupted] } : record
  const file = canRepeatImport(actor, record) ? record.file : null
  return { ...record, status, file, warnings, repeatable: status === 'failed' && isRepeatable(warnings) }
}

export const importsRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  const runs = importRuns(app, deps)

  const findVisible = async (actor: Actor, id: number) =>
    found(await findImport(db, id), (record) => canSeeImport(actor, record))

  /** The uploaded file; 422 unless it is complete and the actor's to read. */
  const findSource = async (actor: Actor, { file_id }: ImportCreate) => {
    const file = await findFile(db, file_id)
    if (!file || file.status === 'deleting' || !(await canSeeFile(db, actor, file))) {
      throw invalid('file_id', 'Такого файла нет. Загрузите его ещё раз.')
    }
    return finishUpload(deps, file)
  }

  route(app, importsApi.archive, async ({ params, actor, reply }) => {
    const course = await findEditableCourse(db, actor, params.id)
    await sendCourseArchive(deps, course.id, reply)
  })

  route(app, importsApi.create, async ({ actor, body }) => {
    const wish = body()
    if (wish.course_id != null) await findEditableCourse(db, actor, wish.course_id)
    const source = await findSource(actor, wish)
    const { id } = await runs.start(actor, wish, source)
    return { import: present(actor, found(await findImport(db, id))) }
  })

  route(app, importsApi.list, async ({ params, actor }) => {
    const course = await findEditableCourse(db, actor, params.id)
    const records = await listImports(db, course.id, curates(actor, 'courses') ? null : actor.id)
    return { imports: records.map((record) => present(actor, record)) }
  })

  route(app, importsApi.get, async ({ params, actor }) => ({
    import: present(actor, await findVisible(actor, params.id)),
  }))

  route(app, importsApi.undo, async ({ params, actor }) => {
    const { id } = await findVisible(actor, params.id)
    const fileIds = await undoImport(db, actor, id)
    runs.keep(removeUnusedFiles(deps, fileIds))
  })
}
