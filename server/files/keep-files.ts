import { fileIdsIn } from '#contract/files/file-address.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { listVisibleFiles } from '#server/files/file-owners.ts'
import {
  type FileUse,
  type FileUser,
  holdFiles,
  listUses,
  replaceUses,
  touchFiles,
} from '#server/files/file-uses.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { invalid } from '#server/http/refusal.ts'

interface KeptFiles {
  /** Clean HTML that may show files or link to them. */
  texts?: string[]
  /** Ids of files that the thing uses in some other way. */
  ids?: string[]
  /** Ids of the list of files in order; without it the list is unchanged. */
  listed?: string[] | undefined
}

/** Replaces the uses `before` of a thing by `uses`. */
const setUses = async (tx: Db, user: FileUser, before: FileUse[], uses: FileUse[]) => {
  if (before.length === 0 && uses.length === 0) return
  const had = new Set(before.map(({ file_id }) => file_id))
  const has = new Set(uses.map(({ file_id }) => file_id))
  await replaceUses(tx, user, uses)
  await touchFiles(tx, [...had.symmetricDifference(has)])
}

const refusal = (actor: Actor, file: FileRecord | undefined) =>
  invalid(
    'file_ids',
    file?.status === 'uploading' && file.user_id === actor.id
      ? 'Один из файлов ещё не загрузился. Дождитесь конца загрузки и сохраните ещё раз.'
      : 'Одного из файлов больше нет, или он вам недоступен. Уберите его из списка и добавьте заново.',
  )

/**
 * Sets the files of a thing to those of its texts and its list. Lock its row first, so that two saves run one after
 * another. A new file must be complete and visible to the actor: in the list it is refused otherwise (422), in a text
 * it does not count as a use, so that nobody ever gets a link to it from here.
 */
export const keepFiles = async (
  tx: Db,
  actor: Actor,
  user: FileUser,
  { texts = [], ids = [], listed }: KeptFiles,
): Promise<void> => {
  const before = await listUses(tx, user)
  const oldList = before.filter(({ position }) => position !== null).map(({ file_id }) => file_id)
  const list = new Set(listed ?? oldList)
  const wanted = [...new Set([...list, ...ids, ...texts.flatMap(fileIdsIn)])]
  const files = wanted.length === 0 ? [] : await holdFiles(tx, wanted)

  const usable = new Set(before.map(({ file_id }) => file_id))
  const added = files.filter(({ id, status }) => status === 'ready' && !usable.has(id))
  for (const { id } of await listVisibleFiles(tx, actor, added)) usable.add(id)
  const [refused] = list.difference(usable)
  const file = files.find(({ id }) => id === refused)
  if (refused) throw refusal(actor, file)

  const places = new Map([...list].map((id, position) => [id, position]))
  const uses = wanted.filter((id) => usable.has(id)).map((id) => ({ file_id: id, position: places.get(id) ?? null }))
  await setUses(tx, user, before, uses)
}

/** Gives one thing exactly the files of another, whose text was copied to it; with `texts`, only those in them. */
export const copyFiles = async (tx: Db, from: FileUser, to: FileUser, texts?: string[]) => {
  const shown = texts && new Set(texts.flatMap(fileIdsIn))
  const uses = await listUses(tx, from)
  await setUses(tx, to, await listUses(tx, to), shown ? uses.filter(({ file_id }) => shown.has(file_id)) : uses)
}

/** Gives one thing the files of another beside its own. */
export const addFilesOf = async (tx: Db, from: FileUser, to: FileUser) => {
  const before = await listUses(tx, to)
  const had = new Set(before.map(({ file_id }) => file_id))
  const added = (await listUses(tx, from)).filter(({ file_id }) => !had.has(file_id))
  await setUses(tx, to, before, [...before, ...added])
}

/** Ends every use of a thing. */
export const dropFiles = async (tx: Db, user: FileUser) => setUses(tx, user, await listUses(tx, user), [])
