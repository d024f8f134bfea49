import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#server/http/openapi.ts'
import { scriptFolder } from '#server/http/security-headers.ts'

const path = '/api/docs'

/** `GET /api/docs`: the OpenAPI description, to read and to try. It has its own scripts, and may run no others. */
export const apiDocs = async (app: FastifyInstance) => {
  let made: ReturnType<typeof openApiDocument> | undefined
  // made when it is first read: few people do, and it takes much time and memory
  const document = { toJSON: () => (made ??= openApiDocument()) } as unknown as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: path,
    transformStaticCSP: (policy) => policy.replaceAll(scriptFolder, `${path}/static/`),
  })
}
