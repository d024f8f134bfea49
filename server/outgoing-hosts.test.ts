import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { keysOf } from '#server/lti/tool-keys.ts'
import { mayReach } from '#server/outgoing-hosts.ts'
import { testApp } from '#server/testing/app.ts'
import { postSafely } from '#server/webhooks/post-safely.ts'

const asked: string[] = []
const other = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end('{"keys":[]}')
})
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
const { port } = other.address() as AddressInfo
afterAll(() => void other.close())
const { call, config, signedIn } = await testApp({
  env: { OUTGOING_HOSTS: 'hooks.example', VAPID_KEYS: `${'A'.repeat(87)}:${'B'.repeat(43)}`, LTI_LOCAL_TOOLS: 'true' },
})
const curator = await signedIn({ role: 'curator' })

describe('OUTGOING_HOSTS', () => {
  const reach = (list: string | undefined, url: string) => mayReach(readConfig({ OUTGOING_HOSTS: list }), new URL(url))

  it('has hosts, every name below a host, and ports', () => {
    const list = 'hooks.example, *.push.example,lms.example:8443'
    for (const url of ['https://hooks.example/a?b', 'https://eu.push.example/', 'https://lms.example:8443/'])
      expect([url, reach(list, url)]).toEqual([url, true])
    for (const url of [
      ...['https://hooks.example.evil.example/', 'https://evil-hooks.example/', 'https://hooks.example:22/'],
      ...['https://push.example/', 'https://evilpush.example/', 'https://lms.example/', 'https://10.0.0.1/'],
      'http://lms.example/',
    ])
      expect([url, reach(list, url)]).toEqual([url, false])
  })

  it('limits nothing where it is not set, and everything to nothing with «none»', () => {
    expect(reach(undefined, 'https://hooks.example/')).toBe(true)
    expect(reach('none', 'https://hooks.example/')).toBe(false)
  })

  it('is refused when it is no list of hosts', () => {
    for (const list of ['https://hooks.example', 'a b', '*', 'hooks.example:port'])
      expect(() => readConfig({ OUTGOING_HOSTS: list })).toThrow(ConfigError)
  })
})

describe('a site with a list of hosts', () => {
  it('refuses addresses of webhooks, tools and push services that are not in it', async () => {
    const webhook = (url: string) =>
      call('POST', '/api/webhooks', { ...curator, body: { name: 'Журнал', url, events: ['task-submitted'] } })
    expect((await webhook('https://hooks.example/praktika')).status).toBe(201)
    expect((await webhook('https://evil.example/')).body.errors).toEqual({ url: [expect.stringContaining('OUTGOING')] })
    const tool = (jwks_url: string) =>
      call('POST', '/api/lti/tools', {
        ...curator,
        body: {
          name: 'Тренажёр',
          login_url: 'https://tool.example/login',
          target_url: 'https://tool.example/',
          redirect_urls: ['https://tool.example/launch'],
          jwks_url,
        },
      })
    // browsers go to the tool, the site itself reads its keys alone
    expect((await tool('https://hooks.example/jwks')).status).toBe(201)
    expect(Object.keys((await tool('https://tool.example/jwks')).body.errors)).toEqual(['jwks_url'])
    const push = await call('POST', '/api/users/push-subscriptions', {
      ...curator,
      body: { endpoint: 'https://push.example/1', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
    })
    expect(push.status).toBe(422)
  })

  it('connects to none of them, even when they were named before there was a list', async () => {
    const url = `http://127.0.0.1:${port}`
    const sent = await postSafely(new URL(url), { body: '{}', headers: {}, loopback: true, outgoing: config })
    expect(sent).toEqual({ http_status: null, error: 'not-listed' })
    const key = keysOf({ jwks_url: `${url}/jwks`, public_key: null }, config)({ alg: 'RS256' }, {} as never)
    await expect(key).rejects.toThrow('not listed')
    expect(asked).toEqual([])
  })
})
