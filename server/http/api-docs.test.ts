import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { quickReading } from '#server/http/api-docs.ts'
import { projectFolder } from '#server/project-folder.ts'

/** The plugin as the browser has it: without anything of the file that it comes from. */
const { fn, statePlugins }: ReturnType<typeof quickReading> = runInNewContext(`(${quickReading})()`)

it('the description is read with its references resolved, and without the slow parts of Swagger UI', async () => {
  const text = readFileSync(join(projectFolder, 'contract/openapi.json'), 'utf8')
  const read = {}
  const specActions = { updateJsonSpec: (spec: unknown) => Object.assign(read, spec) }
  statePlugins.spec.wrapActions.parseToJson(null, { specActions })(text)
  expect(read).toEqual(JSON.parse(text))
  const { spec } = await fn.resolveSubtree(read, ['paths', '/api/tasks/{id}/submit', 'post'])
  const problem = { required: ['type', 'title', 'status', 'detail'] }
  expect(spec).toMatchObject({
    parameters: [{ name: 'id' }, { name: 'idempotency-key', in: 'header' }],
    responses: { default: { content: { 'application/problem+json': { schema: problem } } } },
  })
  expect(JSON.stringify(spec)).not.toContain('$ref')
})
