import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Functions of the contract that only build values: what they make is dropped when nobody uses it. */
export const pureSchemas = ['z', 'line', 'plainText', 'words', 'endpoint']

/**
 * The browser needs of an endpoint only its method and path: the server checks what is sent and cuts what is answered.
 * So the schemas of `contract/*.api.ts`, and zod with them, stay out of its bundles; forms that check before sending
 * import `*.schema.ts` themselves.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  enforce: 'pre',
  apply: () => !process.env.VITEST,
  async load(id) {
    const file = id.split('?')[0] as string
    if (!/\/contract\/.+\.api\.ts$/.test(file)) return null
    const module: Record<string, unknown> = await import(pathToFileURL(file).href)
    return Object.entries(module)
      .map(([name, value]) => [name, lean(name, value)] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})

const lean = (name: string, value: unknown) => {
  if (!name.endsWith('Api')) return typeof value === 'object' ? undefined : value
  return Object.fromEntries(
    Object.entries(value as Record<string, { method: string; path: string }>).map(([call, { method, path }]) => [
      call,
      { method, path },
    ]),
  )
}
