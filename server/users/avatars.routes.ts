import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largeAvatar } from '#contract/users/avatar-check.ts'
import type { Deps } from '#server/deps.ts'
import { sendBytes } from '#server/files/send-bytes.ts'
import { found } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { avatarKey } from '#server/users/avatar-files.ts'

const fileName = /^[\w-]{1,60}\.webp$/

/** The stored file of a name in an address: avatars of earlier versions have no small copy, and are served whole. */
const findAvatar = async (files: FileStorage, name: string) => {
  if (!fileName.test(name)) return null
  for (const file of new Set([name, largeAvatar(name)])) {
    const size = await files.size(avatarKey(file))
    if (size !== null) return { file, size }
  }
  return null
}

/** Avatars are public; a new one has a new name. */
export const avatarRoutes = (app: FastifyInstance, { files }: Pick<Deps, 'files'>) => {
  for (const method of ['HEAD', 'GET'] as const) {
    app.route({
      method,
      url: '/avatars/:file',
      handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
        const { file, size } = found(await findAvatar(files, request.params.file))
        return sendBytes(request, asFile(reply), {
          size,
          tag: file,
          cacheControl: 'public, max-age=31536000, immutable',
          headers: { 'content-type': 'image/webp' },
          open: (range) => files.read(avatarKey(file), range),
        })
      },
    })
  }
}
