import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Driver, Engine } from './driver.ts'

const program = '/usr/bin/firefox-esr'

/** No first pages, and no calls of the browser's own. */
const settings = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // without a window it believes itself to be without a mouse
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'intl.accept_languages': 'ru-RU, ru',
}

type Send = <T>(method: string, params: object) => Promise<T>

/** An entry of a page's log. */
interface Entry {
  level: string
  text: string
  source: { context?: string }
}
type Listen = (onEntry: (entry: Entry) => void) => void

/** What a called function has returned, or thrown. */
interface Answer {
  result?: { value: string }
  exceptionDetails?: { text: string }
}

/** Firefox speaks WebDriver BiDi by itself, JSON over a WebSocket: no driver is needed in between. */
const connect = async (url: string) => {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`No connection to ${url}`))
  })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const listeners: ((entry: Entry) => void)[] = []
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.type === 'event') {
      if (message.method === 'log.entryAdded') for (const onEntry of listeners) onEntry(message.params)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'success') asked?.resolve(message.result as never)
    else asked?.reject(new Error(`${message.error}: ${message.message}`))
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended.'))
  }
  let last = 0
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  const listen: Listen = (onEntry) => void listeners.push(onEntry)
  return { send, listen }
}

const openPage = async (send: Send, listen: Listen): Promise<Driver> => {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  // a tab behind another one would be hidden, and a hidden page leaves its live events
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window', userContext })
  const problems: string[] = []
  listen(({ level, text, source }) => {
    if (level === 'error' && source.context === context) problems.push(text)
  })
  return {
    navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    call: async (code, argument) => {
      const answer = await send<Answer>('script.callFunction', {
        functionDeclaration: code,
        arguments: [{ type: 'string', value: argument }],
        target: { context },
        awaitPromise: true,
        userActivation: false,
      })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return answer.result?.value ?? ''
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    setFiles: async (selector, files) => {
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
        maxNodeCount: 1,
      })
      const [element] = nodes
      if (!element) throw new Error(`No ${selector}`)
      await send('input.setFiles', { context, element: { sharedId: element.sharedId }, files })
    },
    capture: async () =>
      Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    problems: async () => problems,
  }
}

/** The address that it writes once it listens. */
const addressOf = (firefox: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let written = ''
    firefox.stderr?.on('data', (text) => {
      written += text
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(written) ?? []
      if (url) resolve(`${url}/session`)
    })
    firefox.once('error', reject)
    firefox.once('exit', () => reject(new Error(`Firefox did not start.\n${written}`)))
  })

const start = async (): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'praktika-firefox-'))
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const env = { ...process.env, HOME: profile, TZ: 'Europe/Moscow' }
  const firefox = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'], env })
  const ended = once(firefox, 'exit')
  const close = async () => {
    firefox.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, listen } = await connect(await addressOf(firefox))
    const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    return { name: `Firefox ${capabilities.browserVersion}`, open: () => openPage(send, listen), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Debian's Firefox. */
export const firefox: Engine = { name: 'Firefox', programs: [{ path: program, debian: 'firefox-esr' }], start }
