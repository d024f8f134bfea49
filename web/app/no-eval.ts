/**
 * Schemas make no code from strings, which the security policy forbids. Set before zod loads, in the place where it
 * keeps its settings: a schema made before `z.config` is called would try, and the browser would report it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
