import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { fileErrors } from '#contract/files/check-file.ts'
import { avatarCheck } from '#contract/users/users.schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { updateUser } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'

/** Side of the square, in pixels. */
const side = 256

// what a picture is, its own bytes say; of everything else, such as SVG, not even the head is read. AVIF is a HEIF
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })

/** Where avatars lie. */
export const avatarFolder = (dataDir: string) => join(dataDir, 'files', 'avatars')

const wrongType = () => invalid('file', fileErrors.type)

/** The one file of a multipart body; its size is limited while it is read. */
const readFile = async (request: FastifyRequest) => {
  const missing = () => invalid('file', 'Выберите файл.')
  if (!request.isMultipart()) throw missing()
  try {
    const part = await request.file({ limits: { fileSize: avatarCheck.maxSize, files: 1 } })
    if (part) return await part.toBuffer()
  } catch (error) {
    // whatever else ails the body, there is no whole file in it
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw missing()
    const sentence = fileErrors.size(avatarCheck.maxSize)
    throw new Refusal('too-large', { detail: sentence, fields: { file: [sentence] } })
  }
  throw missing()
}

const square = async (bytes: Buffer) => {
  try {
    return await sharp(bytes, { limitInputPixels: 50_000_000 })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw wrongType()
  }
}

const forget = async (dataDir: string, file: string | null) => {
  if (file) await rm(join(avatarFolder(dataDir), file), { force: true })
}

/** Cuts the uploaded picture to a square WebP and makes it the person's avatar. */
export const setAvatar = async ({ db, config }: Deps, user: User, request: FastifyRequest) => {
  const picture = await square(await readFile(request))
  const folder = avatarFolder(config.dataDir)
  const file = `${randomUUID()}.webp`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${file}.part`), picture)
  await rename(join(folder, `${file}.part`), join(folder, file))
  await updateUser(db, user.id, { avatar: file })
  await forget(config.dataDir, user.avatar)
}

export const removeAvatar = async ({ db, config }: Deps, user: User) => {
  await updateUser(db, user.id, { avatar: null })
  await forget(config.dataDir, user.avatar)
}
