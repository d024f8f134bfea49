import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { scriptFolder } from '#server/http/security-headers.ts'
import { projectFolder } from '#server/project-folder.ts'

const path = '/api/docs'

/** `GET /api/docs`: the OpenAPI description, to read and to try. It has its own scripts, and may run no others. */
export const apiDocs = async (app: FastifyInstance) => {
  let read: object | undefined
  // when somebody asks for it, which few people do; to make it from the declarations would block others for seconds
  const toJSON = () => (read ??= JSON.parse(readFileSync(join(projectFolder, 'contract/openapi.json'), 'utf8')))
  const document = { toJSON } as unknown as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: path,
    // all 300 calls at once took seconds to draw
    uiConfig: { docExpansion: 'none', deepLinking: true },
    transformStaticCSP: (policy) => policy.replaceAll(scriptFolder, `${path}/static/`),
  })
}
