import { type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectFolder } from '#server/project-folder.ts'
import { freePort } from '#server/testing/free-port.ts'
import { ownCertificate } from '#server/testing/own-certificate.ts'

const siteName = 'school.example'

interface Place {
  /** Where the proxy listens, with TLS. */
  port: number
  /** Where it listens without. */
  plainPort: number
  folder: string
  /** The ports of the site's processes. */
  upstreams: readonly [number, number]
}

const ofOps = (name: string) => readFile(join(projectFolder, 'ops', name), 'utf8')

/** Replaces a part of a file of `ops/`, which must have it. */
const replaced = (text: string, parts: [string | RegExp, string][]) =>
  parts.reduce((changed, [part, by]) => {
    if (changed.search(part) < 0 && !changed.includes(String(part))) throw new Error(`There is no ${part}.`)
    return changed.replaceAll(part, () => by)
  }, text)

const upstreamsOf = ({ upstreams }: Place): [RegExp, string][] => [
  [/127\.0\.0\.1:3000/g, `127.0.0.1:${upstreams[0]}`],
  [/127\.0\.0\.1:3001/g, `127.0.0.1:${upstreams[1]}`],
]

/** nginx with `ops/nginx.conf`, on a port of its own and with a certificate of its own. */
const nginx = async (place: Place) => {
  const { folder, port, plainPort } = place
  const { certificate, key } = await ownCertificate(folder, siteName)
  const site = replaced(await ofOps('nginx.conf'), [
    ...upstreamsOf(place),
    [/^ +listen 80;\n +listen \[::\]:80;$/gm, `    listen 127.0.0.1:${plainPort};`],
    [/ \/var\/www\/html;/g, ` ${folder};`],
    [/^ +listen 443 ssl http2;\n +listen \[::\]:443 ssl http2;$/gm, `    listen 127.0.0.1:${port} ssl http2;`],
    [/\/etc\/letsencrypt\/\S+fullchain\.pem/g, certificate],
    [/\/etc\/letsencrypt\/\S+privkey\.pem/g, key],
    [/\/var\/log\/nginx\/error\.log/g, join(folder, 'errors')],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const settings = [
    // as root, workers would be nobody, who may not enter the folder
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    ...['daemon off;', `pid ${join(folder, 'pid')};`, `error_log ${join(folder, 'errors')};`],
    ...['events {}', 'http {', 'access_log off;', ...paths, site, '}'],
  ]
  const path = join(folder, 'nginx.conf')
  await writeFile(path, settings.join('\n'))
  return spawn('/usr/sbin/nginx', ['-c', path, '-e', join(folder, 'errors')], { stdio: 'ignore' })
}

/** Caddy with `ops/Caddyfile`, which makes its certificate itself. */
const caddy = async (place: Place) => {
  const { folder, port, plainPort } = place
  const options = [
    ...['admin off', 'local_certs', 'skip_install_trust', 'default_bind 127.0.0.1', `https_port ${port}`],
    ...[`http_port ${plainPort}`, `storage file_system ${join(folder, 'storage')}`],
  ]
  const site = replaced(await ofOps('Caddyfile'), [...upstreamsOf(place), [/^\{$/gm, `{\n${options.join('\n')}`]])
  const path = join(folder, 'Caddyfile')
  await writeFile(path, site)
  const env = { ...process.env, SITE_NAME: siteName, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const errors = openSync(join(folder, 'errors'), 'a')
  const stdio: StdioOptions = ['ignore', 'ignore', errors]
  const program = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], { env, stdio })
  closeSync(errors)
  return program
}

/**
 * The proxies whose configuration is in `ops/`, and the signal that ends each at once: nginx's workers outlive a
 * process that is killed, and Caddy waits for its visitors when it is asked.
 */
export const proxies = [
  { name: 'nginx', program: '/usr/sbin/nginx', version: '-v', start: nginx, end: 'SIGTERM' as const },
  { name: 'Caddy', program: 'caddy', version: 'version', start: caddy, end: 'SIGKILL' as const },
].map(({ program, version, ...proxy }) => ({
  ...proxy,
  /** Why it cannot be tested here; null when it can. */
  missing:
    spawnSync(program, [version]).status === 0
      ? null
      : `нет ${proxy.name}; установите: sudo apt-get install ${proxy.name.toLowerCase()}`,
}))

interface Asked {
  method?: string
  headers?: IncomingHttpHeaders
  body?: Buffer
}

/** A browser's connection to the proxy: HTTP/2 over TLS. */
const openClient = async (port: number) => {
  const session: ClientHttp2Session = connect(`https://127.0.0.1:${port}`, {
    servername: siteName,
    rejectUnauthorized: false,
  })
  session.on('error', () => {})
  await once(session, 'connect')
  /** Begins a request; the caller reads and ends it. */
  const begin = (path: string, { method = 'GET', headers = {} }: Asked = {}, endStream = true) =>
    session.request({ ':authority': siteName, ':method': method, ':path': path, ...headers }, { endStream })
  const ask = async (path: string, asked: Asked = {}) => {
    const stream = begin(path, asked, asked.body === undefined)
    if (asked.body !== undefined) stream.end(asked.body)
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
    return { status: headers[':status'], headers, body: await buffer(stream) }
  }
  return { begin, ask, close: () => session.destroy() }
}
export type ProxyClient = Awaited<ReturnType<typeof openClient>>

/** Asks the proxy's port without TLS. */
const askPlain = async (port: number, path: string) => {
  const asked = request({ host: '127.0.0.1', port, path, headers: { host: siteName }, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Starts a proxy in front of two processes of the site. */
export const startProxy = async (proxy: (typeof proxies)[number], upstreams: readonly [number, number]) => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-proxy-'))
  await mkdir(join(folder, 'storage'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const program = await proxy.start({ port, plainPort, folder, upstreams })
  const ended = once(program, 'exit')
  const deadline = Date.now() + 20_000
  for (;;) {
    const client = await openClient(port).catch(() => null)
    client?.close()
    if (client) break
    if (program.exitCode !== null || Date.now() > deadline) {
      const errors = await readFile(join(folder, 'errors'), 'utf8').catch(() => '')
      throw new Error(`${proxy.name} did not start. ${errors}`)
    }
    await sleep(50)
  }
  return {
    open: () => openClient(port),
    /** With TLS. */
    port,
    askPlain: (path: string) => askPlain(plainPort, path),
    /** Below it nginx finds the files of certbot. */
    folder,
    /** What the proxy has logged so far. */
    log: () => readFile(join(folder, 'errors'), 'utf8'),
    stop: async () => {
      program.kill(proxy.end)
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
