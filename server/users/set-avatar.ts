import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { fileErrors } from '#contract/files/check-file.ts'
import { avatarCheck } from '#contract/users/avatar-check.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/refusal.ts'
import { inPictureLane, openPicture } from '#server/pictures/picture-formats.ts'
import { readOneFile } from '#server/uploads/read-one-file.ts'
import { countUploaded } from '#server/uploads/upload-quota.ts'
import { removeAvatarFiles, writeAvatar } from '#server/users/avatar-files.ts'
import { swapAvatar } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Side of the square, in pixels. */
const side = 256

const wrongType = () => invalid('file', fileErrors.type)

const square = async (bytes: Buffer) => {
  try {
    const picture = await openPicture(bytes, 50)
    return await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  } catch {
    throw wrongType()
  }
}

/** Makes a stored picture the person's avatar, or none, and deletes the previous one. */
const replaceAvatar = async ({ db, files }: Pick<Deps, 'db' | 'files'>, id: number, file: string | null) => {
  const before = await swapAvatar(db, id, file)
  if (before) await removeAvatarFiles(files, before)
}

/** Crops the uploaded picture to a square WebP and makes it the person's avatar. */
export const setAvatar = async (
  deps: Pick<Deps, 'db' | 'files' | 'config'>,
  actor: Actor,
  user: User,
  request: FastifyRequest,
) => {
  const bytes = await readOneFile(request, avatarCheck.maxSize)
  await deps.db.transaction((tx) => countUploaded(tx, actor.id, bytes.length, deps.config.uploadQuota))
  const picture = await inPictureLane(() => square(bytes))
  const file = `${randomUUID()}.webp`
  await writeAvatar(deps.files, file, picture)
  await replaceAvatar(deps, user.id, file)
}

export const removeAvatar = (deps: Pick<Deps, 'db' | 'files'>, user: User) => replaceAvatar(deps, user.id, null)
