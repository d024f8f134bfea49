import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { sendBytes } from '#server/files/send-bytes.ts'
import { found } from '#server/http/refusal.ts'
import { asFile } from '#server/http/security-headers.ts'
import { logoKey } from '#server/site/logo-files.ts'

const fileName = /^[0-9a-f-]{36}(?:-[a-z\d]{1,8}\.png|\.webp)$/

/** The school's logo and its copies are public; a new one has a new name. */
export const logoRoutes = (app: FastifyInstance, { files }: Pick<Deps, 'files'>) => {
  for (const method of ['HEAD', 'GET'] as const) {
    app.route({
      method,
      url: '/logos/:file',
      handler: async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
        const { file } = request.params
        const key = logoKey(`/logos/${file}`)
        const size = found(fileName.test(file) ? await files.size(key) : null)
        return sendBytes(request, asFile(reply), {
          size,
          tag: file,
          cacheControl: 'public, max-age=31536000, immutable',
          headers: { 'content-type': file.endsWith('.png') ? 'image/png' : 'image/webp' },
          open: (range) => files.read(key, range),
        })
      },
    })
  }
}
