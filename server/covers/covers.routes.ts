import type { FastifyInstance } from 'fastify'
import { drawCover } from '#contract/covers/draw-cover.ts'
import { asFile } from '#server/http/security-headers.ts'

/** The address of the generated cover of a course or a project. */
export const coverOf = (kind: 'course' | 'project', id: number) => ({ url: `/covers/${kind}-${id}.svg` })

export const coverRoutes = (app: FastifyInstance) => {
  app.get<{ Params: { kind: string; id: string } }>(
    '/covers/:kind(^course|project$)-:id(^\\d{1,10}$).svg',
    async (request, reply) => {
      const { kind, id } = request.params
      return asFile(reply)
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(drawCover(`${kind}-${id}`))
    },
  )
}
