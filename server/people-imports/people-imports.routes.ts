import type { FastifyInstance } from 'fastify'
import { storable } from '#contract/http/storable.ts'
import { peopleImportsApi } from '#contract/people-imports/people-imports.api.ts'
import type { PeopleImport, PeopleImportSummary } from '#contract/people-imports/people-imports.schema.ts'
import { schoolWords } from '#contract/site/school-words.ts'
import type { Deps } from '#server/deps.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { applyPeople } from '#server/people-imports/apply-people.ts'
import { checkPeople } from '#server/people-imports/check-people.ts'
import {
  canStillUndo,
  findPeopleImport,
  listImportRows,
  listPeopleImports,
  type PeopleImportRecord,
  undoUntil,
} from '#server/people-imports/people-imports.repo.ts'
import type { readPeople } from '#server/people-imports/read-people.ts'
import { receivePeopleFile, type SentFile } from '#server/people-imports/receive-file.ts'
import { undoPeople } from '#server/people-imports/undo-people.ts'
import { presentPerson } from '#server/users/present-person.ts'
import { inQuickWorker } from '#server/workers/workers.ts'

/** Max time for reading a file, in milliseconds: one with 5,000 people takes less than a second. */
const readTimeLimitMs = 20_000

const summaryOf = ({ record, user }: PeopleImportRecord): PeopleImportSummary => ({
  id: record.id,
  status: record.status,
  file_name: record.file_name,
  counts: record.counts,
  created_at: record.created_at,
  applied_at: record.applied_at,
  user: user.erased_at === null ? presentPerson(user) : null,
  undo_until:
    record.status === 'applied' && record.applied_at !== null && canStillUndo(record.applied_at)
      ? undoUntil(record.applied_at)
      : null,
})

/** The last part of the name of a file, in one line. */
const fileName = (name: string) => storable(name).replace(/\s+/g, ' ').trim().slice(-150) || 'Без названия'

const read = async ({ bytes, chosen }: SentFile) => {
  try {
    return await inQuickWorker<typeof readPeople>(
      { bytes, chosen, words: schoolWords() },
      { module: new URL('./read-people.ts', import.meta.url), name: 'readPeople', timeLimitMs: readTimeLimitMs },
    )
  } catch {
    // too much work, or too much memory: a file that is made for that
    throw new Refusal('invalid', {
      detail: 'Файл слишком сложный, прочитать его не получилось. Сохраните таблицу как CSV.',
      fields: { file: ['Файл слишком сложный, прочитать его не получилось. Сохраните таблицу как CSV.'] },
    })
  }
}

export const peopleImportsRoutes = (app: FastifyInstance, { db }: Deps) => {
  const load = async (id: number): Promise<{ import: PeopleImport }> => {
    const row = found(await findPeopleImport(db, id))
    const { columns, headings, sheets, new_classes } = row.record
    return { import: { ...summaryOf(row), columns, headings, sheets, new_classes, rows: await listImportRows(db, id) } }
  }

  route(app, peopleImportsApi.create, async ({ actor, request }) => {
    const sent = await receivePeopleFile(request)
    const result = await read(sent)
    if ('failure' in result) throw invalid(result.field, result.failure)
    return load(await checkPeople(db, actor, result.file, fileName(sent.name)))
  })

  route(app, peopleImportsApi.list, async () => ({ imports: (await listPeopleImports(db)).map(summaryOf) }))

  route(app, peopleImportsApi.get, ({ params }) => load(params.id))

  route(app, peopleImportsApi.apply, async ({ params, actor, body, request }) => {
    found(await findPeopleImport(db, params.id))
    await applyPeople(db, { actor, request }, params.id, body().skip_wrong === true)
    return load(params.id)
  })

  route(app, peopleImportsApi.undo, async ({ params, actor, request }) => {
    found(await findPeopleImport(db, params.id))
    await undoPeople(db, { actor, request }, params.id)
    return load(params.id)
  })
}
