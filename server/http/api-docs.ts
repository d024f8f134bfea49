import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { scriptFolder } from '#server/http/security-headers.ts'
import { projectFolder } from '#server/project-folder.ts'

const path = '/api/docs'

/** What is used of Swagger UI in the browser. */
interface SwaggerUi {
  plugins: { DownloadUrl: (system: unknown) => object }
}
interface SpecSystem {
  specActions: { updateJsonSpec: (spec: unknown) => void }
}
declare const SwaggerUIBundle: SwaggerUi

// The texts of these two functions are sent to the browser: they may use nothing of this file.

/** The plugin that Swagger UI has as long as it is given no others. */
const download = (system: unknown) => SwaggerUIBundle.plugins.DownloadUrl(system)

/**
 * A plugin of Swagger UI in place of its slow parts, which took 6 seconds, and 3 more for each call that was opened. It
 * reads the description as YAML; ours reads JSON. It makes a tree of objects of the whole description to resolve a part
 * of it; ours puts schemas in the places of the local references to them, and the description has no others.
 */
export const quickReading = () => {
  type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
  const at = (spec: Json, keys: readonly string[]) =>
    keys.reduce<Json | undefined>((value, key) => (value as Record<string, Json> | undefined)?.[key], spec)
  const inline = (spec: Json, value: Json | undefined, within: readonly string[]): Json | undefined => {
    if (Array.isArray(value)) return value.map((item) => inline(spec, item, within) ?? null)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value
    if (typeof $ref === 'string') {
      // a schema that contains itself
      if (within.includes($ref)) return value
      return inline(spec, at(spec, $ref.replace('#/', '').split('/')), [...within, $ref])
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inline(spec, item, within) ?? null]))
  }
  return {
    fn: {
      resolveSubtree: async (spec: Json, keys: readonly string[]) => ({
        spec: inline(spec, at(spec, keys), []),
        errors: [],
      }),
    },
    statePlugins: {
      spec: {
        wrapActions: {
          parseToJson:
            (_original: unknown, { specActions }: SpecSystem) =>
            (text: string) =>
              specActions.updateJsonSpec(JSON.parse(text)),
        },
      },
    },
  }
}

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
    uiConfig: { docExpansion: 'none', deepLinking: true, plugins: [download, quickReading] },
    transformStaticCSP: (policy) => policy.replaceAll(scriptFolder, `${path}/static/`),
  })
}
