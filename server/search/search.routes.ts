import type { FastifyInstance } from 'fastify'
import { searchApi } from '#contract/search/search.api.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { searchEverything } from '#server/search/search-everything.ts'

export const searchRoutes = (app: FastifyInstance, { read }: Deps) => {
  route(app, searchApi.find, async ({ actor, query: { q, kinds, limit } }) => ({
    results: await read((db) => searchEverything(db, { actor, search: q, kinds, limit })),
  }))
}
