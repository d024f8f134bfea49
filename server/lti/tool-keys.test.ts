import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { keysOf } from '#server/lti/tool-keys.ts'

const tool = createServer((_request, response) => {
  response.writeHead(101, { connection: 'Upgrade', upgrade: 'other' }).end()
})
await once(tool.listen(0, '127.0.0.1'), 'listening')
afterAll(() => tool.close())

test('a tool that switches to another protocol has no keys', async () => {
  const jwks_url = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/keys`
  const find = keysOf({ jwks_url, public_key: null }, { ltiLocalTools: true, outgoingHosts: null })
  await expect(find({ alg: 'RS256' }, { payload: '', signature: '' })).rejects.toThrow(/another protocol/)
})
