import { smallAvatar, smallAvatarSide } from '#contract/users/avatar-check.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** The storage key of an avatar, or of its small copy. */
export const avatarKey = (file: string) => `avatars/${file}`

const drawSmall = async (picture: Buffer) => {
  // takes 12 MB, and few people change their avatar
  const { default: sharp } = await import('sharp')
  return sharp(picture).resize(smallAvatarSide, smallAvatarSide).webp({ quality: 80 }).toBuffer()
}

/** Stores an avatar, a square WebP, with its small copy. */
export const writeAvatar = async (files: FileStorage, file: string, picture: Buffer) => {
  await files.write(avatarKey(smallAvatar(file)), await drawSmall(picture))
  await files.write(avatarKey(file), picture)
}

/** Deletes an avatar with its small copy. */
export const removeAvatarFiles = async (files: FileStorage, file: string) => {
  await files.remove(avatarKey(file))
  await files.remove(avatarKey(smallAvatar(file)))
}
