// Apart from the schemas, so that a page that only shows people does not load zod.

/** Requirements for an avatar: checked before the upload and again by the server (specification §5). */
export const avatarCheck = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  maxSize: 10 * 1_048_576,
}
