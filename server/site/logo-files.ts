import { buffer } from 'node:stream/consumers'
import { type LogoCopy, logoCopies, logoCopy } from '#contract/site/logo.ts'
import type { Db } from '#server/db/database.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The storage key of an address of a logo or of one of its copies. */
export const logoKey = (url: string) => url.slice(1)

const copyNames = Object.keys(logoCopies) as LogoCopy[]

/** Stores a logo, a WebP, with its copies. */
export const writeLogo = async (
  files: FileStorage,
  url: string,
  { header, copies }: { header: Buffer; copies: Record<LogoCopy, Buffer> },
) => {
  for (const name of copyNames) await files.write(logoKey(logoCopy(url, name)), copies[name])
  await files.write(logoKey(url), header)
}

/** Deletes a logo with its copies. */
export const removeLogoFiles = async (files: FileStorage, url: string) => {
  for (const key of [url, ...copyNames.map((name) => logoCopy(url, name))]) await files.remove(logoKey(key))
}

/** A copy of a logo; null when it was replaced in the meantime. */
export const readLogoCopy = async (files: FileStorage, url: string, copy: LogoCopy) => {
  const stream = await files.read(logoKey(logoCopy(url, copy)))
  return stream && buffer(stream)
}

/** What the names of the current logo and its copies begin with; null where there is no logo. */
export const findLogoId = async (db: Db) => {
  const { logo } = await loadSchool(db)
  return logo && logoKey(logo.url).replace('logos/', '').replace('.webp', '')
}
