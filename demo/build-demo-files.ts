import sharp from 'sharp'
import { people } from '#demo/content/people.ts'
import { demoFiles } from '#demo/files/files.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { buildFile } from '#server/files/files.factory.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

const drawings = { operation: ['VipsForeignLoadSvg'] }

/** Allows our own drawings to become pictures. Call it before anybody can send anything to this process. */
export const withDrawings = async <T>(draw: () => Promise<T>) => {
  // an SVG that people send is never opened (server/pictures/picture-formats.ts)
  sharp.unblock(drawings)
  try {
    return await draw()
  } finally {
    sharp.block(drawings)
  }
}

/** Draws every file; returns their bytes by key. Call it inside `withDrawings`. */
export const drawDemoFiles = async () =>
  new Map(await Promise.all(demoFiles.map(async ({ key, make }) => [key, await make()] as const)))

/** Stores the files, each under its author. */
export const buildDemoFiles = async (
  tx: Db,
  storage: FileStorage,
  drawn: Map<string, Buffer>,
  ids: Pick<DemoIds, 'users' | 'files'>,
) => {
  for (const { key, by, name } of demoFiles) {
    const bytes = drawn.get(key)
    if (bytes) ids.files.set(key, await buildFile(tx, storage, { user_id: idOf(ids.users, by), name, bytes }))
  }
}

const found = (files: Map<string, Pick<FileRecord, 'id' | 'size'>>, key: string) => {
  const file = files.get(key)
  if (!file) throw new Error(`The demo school has no file «${key}»`)
  return file
}

/** A text of the content with its files, which it refers to by key: `/files/{{poster}}`, `data-size="{{poster}}"`. */
export const withFiles = (html: string, files: Map<string, Pick<FileRecord, 'id' | 'size'>>) =>
  html
    .replace(/\/files\/\{\{([a-z-]+)\}\}/g, (_, key: string) => `/files/${found(files, key).id}`)
    .replace(/data-size="\{\{([a-z-]+)\}\}"/g, (_, key: string) => `data-size="${found(files, key).size}"`)

/** A text as it is kept. */
export const textOf = (html: string, use: Parameters<typeof cleanHtml>[1], { files }: Pick<DemoIds, 'files'>) =>
  cleanHtml(withFiles(html, files), use)

/** The ids for a list of file keys. */
export const listOf = (keys: string[] | undefined, { files }: Pick<DemoIds, 'files'>) =>
  (keys ?? []).map((key) => found(files, key).id)

/** Records the uses of files in a text, as if the person had saved it. */
export const keepDemoFiles = async (
  tx: Db,
  by: string,
  owner: FileUser,
  text: string,
  { users }: Pick<DemoIds, 'users'>,
) => {
  const role = people.find(({ key }) => key === by)?.role ?? 'student'
  if (text.includes('/files/')) await keepFiles(tx, { id: idOf(users, by), role }, owner, { texts: [text] })
}
