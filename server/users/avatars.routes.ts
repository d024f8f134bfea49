import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { sendBytes } from '#server/files/send-bytes.ts'
import { found } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import { avatarKey } from '#server/users/set-avatar.ts'

const fileName = /^[\w-]{1,60}\.webp$/

/** Avatars are public; a new one has a new name. */
export const avatarRoutes = (app: FastifyInstance, { files }: Pick<Deps, 'files'>) => {
  for (const method of ['HEAD', 'GET'] as const) {
    app.route({
      method,
      url: '/avatars/:file',
      handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
        const { file } = request.params
        const size = found(fileName.test(file) ? await files.size(avatarKey(file)) : null)
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
