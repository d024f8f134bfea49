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

interface Kept {
  /** Clean HTML that may show files or link to them. */
  texts?: string[]
  /** Ids of files that it holds in some other way. */
  ids?: string[]
  /** Ids of the list of files in order; without it the list stays as it is. */
  listed?: string[] | undefined
}

/** Makes the uses of a thing these, where it had those of `before`. */
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
 * Makes the files of a thing those of its texts and its list. Hold its row first, so that two savings come one after
 * another. A new file must be whole and visible to the actor: one in the list is refused otherwise (422), one in a text
 * is no use, so that nobody ever gets a link to it from here.
 */
export const keepFiles = async (
  tx: Db,
  actor: Actor,
  user: FileUser,
  { texts = [], ids = [], listed }: Kept,
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

/** Gives one thing exactly the files of another: its text moves on, and they go with it. */
export const copyFiles = async (tx: Db, from: FileUser, to: FileUser) =>
  setUses(tx, to, await listUses(tx, to), await listUses(tx, from))

/** Ends every use of a thing. */
export const dropFiles = async (tx: Db, user: FileUser) => setUses(tx, user, await listUses(tx, user), [])
