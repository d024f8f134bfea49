import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { schoolDay } from '#contract/dates.ts'
import { exportLimit } from '#contract/privacy/privacy.schema.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { sendZip, type ZipEntry } from '#server/files/send-zip.ts'
import { archiveNames } from '#server/privacy/archive-names.ts'
import { exportParts, loadPart } from '#server/privacy/export.repo.ts'
import { writeJson } from '#server/privacy/write-json.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { avatarKey } from '#server/users/avatar-files.ts'
import type { User } from '#server/users/users.table.ts'

interface ArchivedFile {
  /** Its key in the storage. */
  key: string
  /** In the archive. */
  path: string
  size: number
}

interface FileRow {
  id: string
  name: string
  status: string
}

/** The files that are stored; the others are only listed in `data.json`. */
const listArchived = async (files: FileStorage, rows: FileRow[], avatar: string | null) => {
  const nameOf = archiveNames()
  const wanted = rows.filter(({ status }) => status === 'ready').map(({ id, name }) => ({ key: id, name }))
  if (avatar) wanted.push({ key: avatarKey(avatar), name: 'Фото профиля.webp' })
  const archived: ArchivedFile[] = []
  for (const { key, name } of wanted) {
    const size = await files.size(key)
    if (size !== null) archived.push({ key, size, path: `files/${nameOf(name)}` })
  }
  return archived
}

const readMe = (appName: string) =>
  [
    `Ваши данные на платформе «${appName}».`,
    'В data.json всё, что о вас записано; в папке files ваши файлы. Время в data.json указано по Гринвичу.',
    'Тексты записаны разметкой HTML. Адрес вида /files/… в них значит файл с этим id: в разделе files у него указано, как он называется в папке.',
    'Чего здесь нет: пароля и ключей входа (хранятся только их отпечатки) и заметок, которые преподаватели пишут друг другу.',
    'Что где лежит в data.json:',
    ...Object.entries(exportParts).map(([key, { description }]) => `  ${key}: ${description}`),
    '',
  ].join('\r\n')

/** All data of a person, part by part, with the path of each file in the archive. */
const loadData = async ({ db, files, config }: Deps, user: User) => {
  const parts: Record<string, object[]> = {}
  for (const [key, part] of Object.entries(exportParts)) parts[key] = await loadPart(db, part, user)
  const archived = await listArchived(files, parts.files as FileRow[], user.avatar)
  const paths = new Map(archived.map(({ key, path }) => [key, path]))
  const data = {
    exported_at: new Date().toISOString(),
    site: config.publicUrl,
    ...parts,
    files: (parts.files as FileRow[]).map((file) => ({ ...file, path: paths.get(file.id) ?? null })),
  }
  return { data, archived }
}

/** Pieces of a text, each in a turn of its own: an archive sums them up without waiting for anything. */
const inTurns = async function* (pieces: Buffer[]) {
  for (const piece of pieces) {
    yield piece
    await turn()
  }
}

/** Sends a person all their data, a few times an hour at most. */
export const sendExport = async (deps: Deps, user: User, reply: FastifyReply) => {
  await count(deps.db, { key: `export:account:${user.id}`, limit: exportLimit })
  const { data, archived } = await loadData(deps, user)
  const texts = { 'Прочтите.txt': [Buffer.from(readMe(deps.config.appName))], 'data.json': await writeJson(data) }
  const written = Object.entries(texts).map(
    ([path, pieces]): ZipEntry => ({
      path,
      size: pieces.reduce((sum, piece) => sum + piece.length, 0),
      open: async () => Readable.from(inTurns(pieces)),
    }),
  )
  const stored = archived.map(({ key, path, size }): ZipEntry => ({ path, size, open: () => deps.files.read(key) }))
  await sendZip(reply, `Мои данные ${schoolDay()}.zip`, [...written, ...stored])
}
