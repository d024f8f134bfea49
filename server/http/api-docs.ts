import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#server/http/openapi.ts'

/** `GET /api/docs`: the OpenAPI description, to read and to try. */
export const apiDocs = async (app: FastifyInstance) => {
  const description = openApiDocument()
  app.decorate('swagger', () => description)
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
}
