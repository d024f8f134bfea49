import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { archiveFileId } from '#server/imports/course-archive.ts'
import type { PlannedFile } from '#server/imports/import-plan.ts'
import type { Package } from '#server/imports/open-package.ts'

/** Collects the files that the texts of an import use, each once. */
export const planFiles = (folder: string) => {
  const files: PlannedFile[] = []
  const byEntry = new Map<string, PlannedFile>()
  const byHash = new Map<string, PlannedFile>()
  const add = (file: Omit<PlannedFile, 'id'>) => {
    const planned = { id: archiveFileId(files.length), ...file }
    files.push(planned)
    return planned
  }
  return {
    files,
    /** An entry of a package, under the name that people see. */
    addEntry: async (from: Package, entry: string, name = entry.split('/').at(-1) as string) => {
      const known = byEntry.get(entry)
      if (known) return known
      const planned = add({ name, ...(await from.unpack(entry)) })
      byEntry.set(entry, planned)
      return planned
    },
    /** Bytes from inside of a document: a logo on each of its pages is one file. */
    addBytes: async (bytes: Buffer, name: string) => {
      const digest = hash('sha256', bytes)
      const known = byHash.get(digest)
      if (known) return known
      const path = join(folder, `file-${files.length + 1}`)
      await pipeline(Readable.from([bytes]), createWriteStream(path, { flags: 'wx' }))
      const planned = add({ name, path, size: bytes.length })
      byHash.set(digest, planned)
      return planned
    },
  }
}
export type PlannedFiles = ReturnType<typeof planFiles>
