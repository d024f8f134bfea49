import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import type { Db } from '#server/db/database.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { type LoadedFiles, loadFiles } from '#server/files/load-files.ts'
import { found } from '#server/http/refusal.ts'
import { findThreadEntry, type ThreadRecord } from '#server/threads/threads.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** A line of a thread as what uses files. */
export const entryOf = ({ id }: { id: number }): FileUser => ({ owner: 'thread-entry', id })

/** A line of a thread with the files that were loaded for it. */
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

/** A line of a thread. */
export const loadThreadEntry = async (db: Db, id: number) => {
  const record = found(await findThreadEntry(db, id))
  return presentEntry(record, await loadFiles(db, [entryOf(record.entry)]))
}
