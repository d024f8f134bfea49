import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startOwnSite } from '#server/testing/own-site.ts'

const read = async (url: string) => {
  const response = await fetch(url)
  const type = response.headers.get('content-type')?.split(';')[0]
  return { line: `${response.status} ${type}`, text: await response.text() }
}

it('returns 503 until it has started, and pages look again by themselves', async () => {
  const port = await freePort()
  const starting = startOwnSite({ PORT: String(port) })
  const seen = new Map<string, string>()
  const look = async (path: string) => {
    try {
      const { line, text } = await read(`http://127.0.0.1:${port}${path}`)
      seen.set(`${path} ${line}`, text)
    } catch {
      // before it has begun, and while the site takes the port over
    }
  }
  let isOver = false
  const watch = async () => {
    while (!isOver && !seen.has('/api/ready 200 application/json')) {
      await Promise.all(['/', '/api/health', '/api/ready'].map(look))
      await sleep(20)
    }
  }
  const watching = watch()
  const site = await starting.finally(() => {
    isOver = true
  })
  try {
    await watching
    for (const path of ['/api/health', '/api/ready'])
      expect(seen.get(`${path} 503 application/problem+json`)).toContain('urn:praktika:problem:not-ready')
    expect(seen.get('/ 503 text/html')).toContain('Сайт запускается')
    expect([...seen.keys()].filter((line) => !/ (200|503) /.test(line))).toEqual([])
  } finally {
    await site.stop()
  }
}, 120_000)

/** Whether one of several processes of the site at this port runs: `node:cluster` numbers them. */
const hasProcess = async (port: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')))
  return environments.some((text) => text.includes(`\0PORT=${port}\0`) && text.includes('\0NODE_UNIQUE_ID='))
}

it('returns 503 also while the processes of WORKERS are starting', async () => {
  const { url } = await testDatabase()
  const port = await freePort()
  const starting = startOwnSite({ PORT: String(port), DATABASE_URL: url, DEMO: 'false', WORKERS: '2' })
  const lines = new Set<string>()
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      if (await hasProcess(port))
        lines.add((await read(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.line ?? '')
      await sleep(20)
    }
  }
  const watching = watch()
  const site = await starting.finally(() => {
    isOver = true
  })
  try {
    await watching
    expect(lines).toContain('503 application/problem+json')
  } finally {
    await site.stop()
  }
}, 120_000)
