import { z } from 'zod'
import { endpoints } from '#contract/api.ts'
import { CurrentUser } from '#contract/auth/auth.schema.ts'
import { Course, CourseRow, NamedCourseStatus, OutlineLesson } from '#contract/courses/courses.schema.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { errors } from '#contract/http/errors.ts'
import { isRepeatable, keyLength } from '#contract/http/idempotency.ts'
import { keyScopes } from '#contract/keys/key-scopes.ts'
import { NamedLessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { Lesson } from '#contract/lessons/lessons.schema.ts'
import { Notification } from '#contract/notifications/notifications.schema.ts'
import { NamedProjectStatus, Project, ProjectCard } from '#contract/projects/projects.schema.ts'
import { keysOf } from '#contract/records.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { ThreadEntry } from '#contract/threads/threads.schema.ts'
import { UserProfile } from '#contract/users/users.api.ts'
import { Person, UserRow } from '#contract/users/users.schema.ts'

/** Schemas that the description has once and refers to by name. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
  Course,
  CourseRow,
  CurrentUser,
  Lesson,
  Notification,
  OutlineLesson,
  Person,
  Project,
  ProjectCard,
  NamedCourseStatus,
  NamedLessonStatus,
  NamedProjectStatus,
  NamedTaskStatus,
  Task,
  TaskRow,
  ThreadEntry,
  UserProfile,
  UserRow,
})) {
  named.add(schema, { id })
}

/** The JSON Schema of a schema, with references to the named ones, which go into `components`. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Record<string, unknown> = {}) => {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: named })
  const hoisted = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'))
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id, ...named } = hoisted(definition)
    components[name] = named
  }
  return hoisted(json)
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

const requestBody = ({ body, bodyOptional, upload, uploadParts = [] }: Endpoint) => {
  if (upload) {
    const texts = Object.fromEntries(uploadParts.map((name) => [name, { type: 'string' }]))
    const properties = { file: { type: 'string', format: 'binary' }, ...texts }
    const file = { type: 'object', required: ['file'], properties }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  if (!body) return {}
  return {
    requestBody: { required: !bodyOptional, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  }
}

const content = ({ response, stream, fileTypes = [] }: Endpoint, components: Record<string, unknown>) => ({
  ...(stream ? { 'text/event-stream': { schema: schemaOf(stream, 'output', components) } } : {}),
  ...(response ? { 'application/json': { schema: schemaOf(response, 'output', components) } } : {}),
  ...Object.fromEntries(fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
})

const success = (endpoint: Endpoint, components: Record<string, unknown>) => {
  const { response, stream, fileTypes, status, summary } = endpoint
  const hasBody = (response ?? stream ?? fileTypes) !== undefined
  return {
    [status ?? (hasBody ? 200 : 204)]: {
      description: summary,
      ...(hasBody ? { content: content(endpoint, components) } : {}),
    },
  }
}

const refusal = {
  description: 'Отказ: RFC 9457',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Свой для каждого действия. Если ответ потерялся, повторите запрос с тем же ключом в течение часа: действие не выполнится второй раз, придёт первый ответ.',
  schema: { type: 'string', minLength: keyLength.min, maxLength: keyLength.max },
}

/** What a program's key needs for a call. */
const keyScopesOf = ({ method, path }: Endpoint) => {
  const scopes = keysOf(keyScopes).filter((scope) =>
    keyScopes[scope].calls.some((call) => call === `${method} ${path}`),
  )
  return scopes.length > 0 ? { 'x-key-scopes': scopes } : {}
}

const description = [
  'Файлы приходят по tus 1.0 (https://tus.io/protocols/resumable-upload), поэтому их вызовов нет среди остальных.',
  'POST /api/files с заголовками Tus-Resumable: 1.0.0, Upload-Length (размер в байтах) и Upload-Metadata',
  '(filename, можно filetype и accept) отвечает 201, и последняя часть адреса в Location — id файла.',
  'HEAD по этому адресу сообщает Upload-Offset, PATCH с типом application/offset+octet-stream досылает байты,',
  'DELETE убирает файл. Этот id и есть file_id и file_ids в остальных вызовах.',
  `\n\nКоды отказов: ${Object.keys(errors).join(', ')}.`,
].join(' ')

/** The OpenAPI description of every call, made from the declarations that also check them. */
export const openApiDocument = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  const components: Record<string, unknown> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    ;(paths[endpoint.path] as Record<string, unknown>)[endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      'x-access': endpoint.access,
      ...keyScopesOf(endpoint),
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...parameters(endpoint.params, 'path'),
        ...parameters(endpoint.query, 'query'),
        ...parameters(endpoint.headers, 'header'),
        ...(isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ],
      ...requestBody(endpoint),
      responses: { ...success(endpoint, components), default: refusal },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Практика', version: '1', description },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: {
        ...components,
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            instance: { type: 'string' },
          },
        },
      },
    },
  }
}

/** The same as the text of `contract/openapi.json`. */
export const openApiText = () => `${JSON.stringify(openApiDocument(), null, 2)}\n`
