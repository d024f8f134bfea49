import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import type { Db } from '#server/db/database.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { type LoadedFiles, loadFiles } from '#server/files/load-files.ts'
import { found } from '#server/http/refusal.ts'
import { findThreadEntry, type ThreadRecord } from '#server/threads/threads.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** A thread entry as a user of files. */
export const entryOf = ({ id }: { id: number }): FileUser => ({ owner: 'thread-entry', id })

/** A thread entry with its loaded files. */
export const presentEntry = ({ entry, person }: ThreadRecord, files: LoadedFiles): ThreadEntry => ({
  id: entry.id,
  kind: entry.kind,
  text: entry.text,
  attempt: entry.attempt,
  files: files.list('thread-entry', entry.id),
  until: entry.until,
  user: presentPerson(person),
  created_at: entry.created_at,
})

export const loadThreadEntry = async (db: Db, id: number) => {
  const record = found(await findThreadEntry(db, id))
  return presentEntry(record, await loadFiles(db, [entryOf(record.entry)]))
}
