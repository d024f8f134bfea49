import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { openApiDocument, openApiText } from '#server/http/openapi.ts'

it('contract/openapi.json is up to date with the declarations', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../contract/openapi.json'), 'utf8')
  expect(committed === openApiText(), 'The calls have changed: npm run openapi').toBe(true)
})

type Parameter = { name: string; in: string; schema: object; $ref?: string }

it('describes every call with its parameters and responses', () => {
  const { paths } = openApiDocument()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  for (const [path, methods] of Object.entries(paths)) {
    for (const call of Object.values(methods) as { parameters: Parameter[] }[]) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(call.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
      for (const { $ref, schema } of call.parameters) expect(Object.keys($ref ?? schema).length).toBeGreaterThan(0)
    }
  }
})

it('refers only to what it contains', () => {
  const text = openApiText()
  const components: Record<string, object> = openApiDocument().components
  for (const [, kind = '', name] of text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g))
    expect(Object.keys(components[kind] ?? {})).toContain(name)
  expect(text).not.toMatch(/\$defs|"\$ref": "#(?!\/components)/)
})
