import type { StoredFile } from '#contract/files/files.schema.ts'
import type { Db } from '#server/db/database.ts'
import { presentFile } from '#server/files/file-link.ts'
import { type FileUser, listFilesOf } from '#server/files/file-uses.repo.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import { type AddressOf, signText } from '#server/files/sign-text.ts'

/** The files of the things in a response, as it shows them. */
export interface LoadedFiles {
  /** The list of files of a thing, in order. */
  list: (owner: FileOwner, id: number) => StoredFile[]
  /** A clean text of a thing with signed links to its files. */
  text: (owner: FileOwner, id: number, html: string, addressOf?: AddressOf) => string
}

/** Loads the files of everything in a response, with one query. First check who may see those things. */
export const loadFiles = async (db: Db, users: FileUser[]): Promise<LoadedFiles> => {
  const rows = await listFilesOf(db, users)
  const of = (owner: FileOwner, id: number) => rows.filter((row) => row.owner === owner && row.owner_id === id)
  return {
    list: (owner, id) =>
      of(owner, id)
        .filter(({ position }) => position !== null)
        .map(({ file }) => presentFile(file)),
    text: (owner, id, html, addressOf) =>
      signText(html, new Map(of(owner, id).map(({ file }) => [file.id, file])), addressOf),
  }
}
