import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import type { Browser, Driver, Engine } from './driver.ts'

const programs = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' }

/** The small browser of WebKitGTK itself; its folder has the name of the machine. */
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? ''

/** The name that WebDriver Classic gives to a reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebDriver Classic: JSON over HTTP. */
const callsTo =
  (root: string) =>
  async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${root}${path}`, { method, body: body === undefined ? null : JSON.stringify(body) })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }

type Call = ReturnType<typeof callsTo>

/** Classic reports no errors: the page itself gathers them, from when it is loaded. */
const gather = `(() => {
  const problems = []
  Object.defineProperty(globalThis, 'browserProblems', { value: problems })
  addEventListener('error', ({ message, filename, lineno }) => message && problems.push(message + ' ' + filename + ':' + lineno))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => problems.push(violatedDirective + ' ' + blockedURI))
  const { error } = console
  console.error = (...values) => { problems.push(values.join(' ')); error.apply(console, values) }
})()`

const driverOf = (call: Call): Driver => {
  const run = <T>(script: string, ...args: unknown[]) => call<T>('POST', '/execute/sync', { script, args })
  const before: string[] = []
  const problems = () => run<string[]>('return globalThis.browserProblems ?? []')
  return {
    navigate: async (url) => {
      before.push(...(await problems()))
      await call('POST', '/url', { url })
      await run(gather)
    },
    call: (code, argument) => run(`return (${code})(arguments[0])`, argument),
    act: async (actions) => void (await call('POST', '/actions', { actions })),
    setFiles: async (selector, paths) => {
      const element = await call<{ [elementKey]: string }>('POST', '/element', {
        using: 'css selector',
        value: selector,
      })
      await call('POST', `/element/${element[elementKey]}/value`, { text: paths.join('\n') })
    },
    capture: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
    resize: async (width, height) => {
      await call('POST', '/window/rect', { width, height })
      // the window has a bar of its own
      const inner = await run<number>('return innerHeight')
      await call('POST', '/window/rect', { width, height: 2 * height - inner })
    },
    problems: async () => [...before, ...(await problems())],
  }
}

/** A driver has one browser, and a browser one storage: each page has both to itself. */
const openPage = async (env: NodeJS.ProcessEnv, closers: (() => Promise<unknown>)[]) => {
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env })
  const ended = once(driver, 'exit')
  closers.push(async () => {
    driver.kill()
    await ended
  })
  const root = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(`${root}/status`).catch(() => null))?.ok; tries += 1) {
    if (tries === 100) throw new Error('WebKitWebDriver did not start.')
    await sleep(100)
  }
  const binary = { binary: miniBrowser(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': binary } }
  const session = await callsTo(root)<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities },
  )
  const call = callsTo(`${root}/session/${session.sessionId}`)
  closers.push(() => call('DELETE', ''))
  return { driver: driverOf(call), version: session.capabilities.browserVersion }
}

/** A screen that nobody sees; returns its name. */
const startScreen = async (closers: (() => Promise<unknown>)[]) => {
  const screen = spawn(programs.screen, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(screen, 'exit')
  closers.push(async () => {
    screen.kill()
    await ended
  })
  const [number] = await once(screen.stdout, 'data')
  return `:${String(number).trim()}`
}

const start = async (): Promise<Browser> => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-webkit-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
  let closed: Promise<void> | undefined
  const endAll = async () => {
    // what has ended by itself must not keep the others alive
    for (const end of closers.toReversed()) await end().catch(() => {})
  }
  const close = () => {
    closed ??= endAll()
    return closed
  }
  try {
    // its bar would keep the window wider than a telephone
    await mkdir(join(folder, 'gtk-3.0'))
    await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), '* { padding: 0; margin: 0; min-width: 0; font-size: 1px }')
    const display = await startScreen(closers)
    const env = { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: folder, HOME: folder, TZ: 'Europe/Moscow' }
    const first = await openPage(env, closers)
    let unused: Driver | null = first.driver
    const open = async () => {
      const driver = unused ?? (await openPage(env, closers)).driver
      unused = null
      return driver
    }
    return { name: `WebKitGTK ${first.version}`, open, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Debian's WebKit, as GTK has it. */
export const webkit: Engine = {
  name: 'WebKit',
  programs: [
    { path: programs.driver, debian: 'webkit2gtk-driver' },
    { path: programs.screen, debian: 'xvfb' },
  ],
  start,
}
