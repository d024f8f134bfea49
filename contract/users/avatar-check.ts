// Apart from the schemas, so that a page that only shows people does not load zod.

/** Requirements for an avatar: checked before the upload and again by the server (specification §5). */
export const avatarCheck = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  maxSize: 10 * 1_048_576,
}

/** Side of the small copy of an avatar, in pixels: for places of up to 48 points. */
export const smallAvatarSide = 96

/** The address or file name of an avatar's small copy, which takes a third of the bytes. */
export const smallAvatar = (avatar: string) => avatar.replace(/\.webp$/, `-${smallAvatarSide}.webp`)

/** The address or file name of the avatar of which this may be the small copy. */
export const largeAvatar = (avatar: string) => avatar.replace(new RegExp(`-${smallAvatarSide}\\.webp$`), '.webp')
