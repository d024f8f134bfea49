import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { startOwnSite } from '#server/testing/own-site.ts'

it('returns 503 until it has started, and pages look again by themselves', async () => {
  const port = await freePort()
  const starting = startOwnSite({ PORT: String(port) })
  const seen = new Map<string, string>()
  const look = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    if (!response) return
    seen.set(`${path} ${response.status} ${response.headers.get('content-type')?.split(';')[0]}`, await response.text())
  }
  const watch = async () => {
    while (!seen.has('/api/ready 200 application/json')) {
      await Promise.all(['/', '/api/health', '/api/ready'].map(look))
      await sleep(20)
    }
  }
  const watching = watch()
  const site = await starting
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
