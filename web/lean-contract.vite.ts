import { pathToFileURL } from 'node:url'
import { type Plugin, parseAst } from 'vite'

/**
 * Keeps zod out of bundles that check nothing. The browser needs of an endpoint only its method and path: the server
 * checks what is sent and cuts what is sent back. So the endpoints of `contract/*.api.ts` lose their schemas; and what
 * other files of the contract build by a call is marked as pure, to be dropped where nobody uses it. Forms that check
 * before sending import their schemas themselves.
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
  transform(code, id) {
    return /\/contract\/[^?]+\.ts$/.test(id) ? { code: markPure(code), map: null, moduleSideEffects: false } : null
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

/** Makes `const x = f(…)` at the top of a module `const x = /* pure *\/ (() => f(…))()`. */
const markPure = (code: string) => {
  const inits = parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
  })
  // from the end, so that earlier positions stay true
  return inits.reverse().reduce((text, { start, end }) => {
    return `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`
  }, code)
}
