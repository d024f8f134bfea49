import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
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
