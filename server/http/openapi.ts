import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { errors } from '#contract/http/errors.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query' | 'header') => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

const requestBody = ({ body, bodyOptional, upload }: Endpoint) => {
  if (upload) {
    const file = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  if (!body) return {}
  return {
    requestBody: { required: !bodyOptional, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  }
}

const success = ({ answer, status, summary }: Endpoint) => ({
  [status ?? (answer ? 200 : 204)]: {
    description: summary,
    ...(answer ? { content: { 'application/json': { schema: schemaOf(answer, 'output') } } } : {}),
  },
})

const refusal = {
  description: 'Отказ: RFC 9457',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/** The OpenAPI description of every call, made from the same declarations that check them. */
export const openApiDocument = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    ;(paths[endpoint.path] as Record<string, unknown>)[endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      'x-access': endpoint.access,
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...parameters(endpoint.params, 'path'),
        ...parameters(endpoint.query, 'query'),
        ...parameters(endpoint.headers, 'header'),
      ],
      ...requestBody(endpoint),
      responses: { ...success(endpoint), default: refusal },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Практика', version: '1', description: `Коды отказов: ${Object.keys(errors).join(', ')}.` },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    },
  }
}
