import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { minuteMs } from '#contract/durations.ts'
import { errors } from '#contract/http/errors.ts'
import type { ImportCreate } from '#contract/imports/imports.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { Refusal } from '#server/http/refusal.ts'
import {
  bareCourse,
  bareLesson,
  boundedWarnings,
  type ImportPlan,
  type PlannedPackage,
} from '#server/imports/import-plan.ts'
import { countRunning, endImport, type ImportRecord, insertImport, noteImport } from '#server/imports/imports.repo.ts'
import type { readImport } from '#server/imports/read-import.ts'
import { saveImport } from '#server/imports/save-import.ts'
import { removeUnusedFiles, storeFile } from '#server/imports/store-file.ts'
import { logFailure } from '#server/log-failure.ts'
import { readPackage } from '#server/scorm/read-package.ts'
import { isSpaceGone } from '#server/space-gone.ts'
import { diskFailure } from '#server/storage/ask-disk.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { makeTemporaryFolder } from '#server/storage/temporary-folder.ts'
import { lockUser } from '#server/users/users.repo.ts'
import { inImportWorker } from '#server/workers/workers.ts'

/** Max imports of one person at a time. */
const maxRunning = 3

/** How often a run records that it is alive, in milliseconds. */
const heartbeatMs = 2000

/** Max time for reading a file, the waiting for others included, in milliseconds. */
const readingLimitMs = 15 * minuteMs

/** Shown when the process of an import ended before the import did. */
export const interrupted = 'Импорт прервался: сервер перезапустился. Ничего не изменилось, запустите импорт ещё раз.'

const failed =
  'Импорт не получился, и ничего не изменилось. Попробуйте ещё раз; если не поможет, разделите файл на части.'

/** Whether a failed import with these warnings may succeed with the same file. */
export const isRepeatable = (warnings: string[]) =>
  warnings.some((sentence) =>
    [interrupted, failed, errors['storage-away'].detail, errors['no-space'].detail].includes(sentence),
  )

/** Stopped on purpose, by undoing the import or closing the server. */
class Stopped extends Error {}

interface Planned {
  plan: ImportPlan
  /** Null when they are in the files of the plan. */
  packages: PlannedPackage[] | null
}

/** Why it failed, for the person who imports. */
const sentenceOf = (error: unknown) => {
  if (error instanceof Refusal) return error.detail ?? Object.values(error.fields ?? {})[0]?.[0] ?? error.message
  if (isSpaceGone(error)) return errors['no-space'].detail
  return diskFailure(error) instanceof StorageFailure ? errors['storage-away'].detail : failed
}

/** Imports as jobs of this process: each has a row with its progress and its result. */
export const importRuns = (app: FastifyInstance, deps: Deps) => {
  const { db, files, config } = deps
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(running)
  })

  /** Keeps a job until it ends; closing waits for it. */
  const keep = (job: Promise<unknown>) => {
    const kept = job
      .catch((error) => logFailure(app.log, error))
      .then(() => {
        running.delete(kept)
      })
    running.add(kept)
  }

  /**
   * A SCORM package stays one file, which runs in a lesson of its own; its list of contents is read in pieces, without
   * unpacking.
   */
  const planPackage = async (source: FileRecord): Promise<Planned> => {
    const read = await readPackage(files, source)
    const name = read.title || source.name
    const plan = { course: bareCourse(name), sections: [], lessons: [bareLesson(name, '')], files: [], warnings: [] }
    return { plan, packages: [{ lesson: 0, file_id: source.id, read }] }
  }

  /** Reads the SCORM packages of an archive once they are stored; a damaged one is left out. */
  const readPackages = async (plan: ImportPlan, stored: Map<string, string>) => {
    const { lessons, files: planned } = plan
    const packages: PlannedPackage[] = []
    const warnings: string[] = []
    for (const [lesson, { scorm }] of lessons.entries()) {
      for (const id of scorm) {
        const file = planned.find((other) => other.id === id)
        const file_id = stored.get(id)
        if (!file || !file_id) continue
        try {
          packages.push({ lesson, file_id, read: await readPackage(files, { id: file_id, size: file.size }) })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          warnings.push(`«${file.name}»: ${sentenceOf(error)}`)
        }
      }
    }
    plan.warnings = [...boundedWarnings(warnings), ...plan.warnings]
    return packages
  }

  const readPlan = async (
    kind: ImportRecord['kind'],
    source: FileRecord,
    folder: string,
    signal: AbortSignal,
  ): Promise<Planned> => {
    if (kind === 'scorm') return planPackage(source)
    const path = join(folder, 'source')
    const bytes = await files.read(source.id)
    if (!bytes) throw new Refusal('upload-gone')
    await pipeline(bytes, createWriteStream(path, { flags: 'wx' }), { signal })
    const read = await inImportWorker<typeof readImport>(
      { kind, name: source.name, path, size: source.size, folder, maxFileSize: config.maxFileSize },
      { module: new URL('./read-import.ts', import.meta.url), name: 'readImport', timeLimitMs: readingLimitMs, signal },
    )
    if ('disk' in read) throw new StorageFailure(read.disk, 'reading a file to import')
    if ('failure' in read) throw new Refusal('invalid', { detail: read.failure })
    return { plan: read.plan, packages: null }
  }

  /** Stores the files of a plan one after another. */
  const storeFiles = async (
    actor: Actor,
    plan: ImportPlan,
    stored: Map<string, string>,
    note: (done: number) => void,
    signal: AbortSignal,
  ) => {
    for (const file of plan.files) {
      if (signal.aborted) throw new Stopped()
      stored.set(file.id, await storeFile(deps, actor.id, file))
      note(stored.size)
    }
  }

  const run = async (
    record: { id: number; kind: ImportRecord['kind'] },
    actor: Actor,
    wish: ImportCreate,
    source: FileRecord,
  ) => {
    const stopping = new AbortController()
    const signal = AbortSignal.any([stopping.signal, closing.signal])
    const progress = { done: 0, total: 0 }
    const beat = () =>
      noteImport(db, record.id, progress).then(
        // somebody has undone it
        (isWanted) => isWanted || stopping.abort(),
        (error) => logFailure(app.log, error),
      )
    const beating = setInterval(beat, heartbeatMs)
    const stored = new Map<string, string>()
    let folder: Awaited<ReturnType<typeof makeTemporaryFolder>> | undefined
    let isSaved = false
    try {
      folder = await makeTemporaryFolder(config)
      const { plan, packages } = await readPlan(record.kind, source, folder.path, signal)
      progress.total = plan.files.length + plan.lessons.length
      await beat()
      await storeFiles(actor, plan, stored, (done) => (progress.done = done), signal)
      if (signal.aborted) throw new Stopped()
      isSaved = await saveImport(db, {
        importId: record.id,
        actor,
        courseId: wish.course_id ?? null,
        plan,
        stored,
        packages: packages ?? (await readPackages(plan, stored)),
      })
    } catch (error) {
      const isStopped = signal.aborted
      if (!isStopped && !(error instanceof Refusal)) logFailure(app.log, error)
      await endImport(db, record.id, { status: 'failed', warnings: [isStopped ? interrupted : sentenceOf(error)] })
    } finally {
      clearInterval(beating)
      if (!isSaved) await removeUnusedFiles(deps, stored.values())
      await folder?.remove()
    }
  }

  return {
    /** Starts an import in the background; 429 while several of the person's are running. First check the rights. */
    start: async (actor: Actor, wish: ImportCreate, source: FileRecord) => {
      const record = await db.transaction(async (tx) => {
        // those of a person begin one after another, so that many at once cannot exceed the limit
        await lockUser(tx, actor.id)
        if ((await countRunning(tx, actor.id)) >= maxRunning) {
          throw new Refusal('too-many', { detail: 'Уже идёт несколько ваших импортов. Дождитесь конца и повторите.' })
        }
        return insertImport(tx, actor.id, wish)
      })
      keep(run(record, actor, wish, source))
      return record
    },
    keep,
  }
}
