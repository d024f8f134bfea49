import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { checkPublicAddress } from '#server/doctor/check-public-address.ts'
import { testApp } from '#server/testing/app.ts'

const { app } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
await app.listen({ host: '127.0.0.1', port: 0 })
const site = (app.server.address() as AddressInfo).port

const proxies: Server[] = []
afterAll(() => {
  for (const proxy of proxies) proxy.close()
})

/** The address of a proxy in front of the site that sends this `X-Forwarded-For` for what it was sent. */
const proxy = async (forwarded: (claimed: string | undefined) => string | undefined) => {
  const server = createServer(({ url = '', headers }, response) => {
    const value = forwarded(headers['x-forwarded-for'] as string | undefined)
    const sent = { connection: 'close', ...(value && { 'x-forwarded-for': value }) }
    request({ host: '127.0.0.1', port: site, path: url, headers: sent }, (answer) => answer.pipe(response)).end()
  })
  proxies.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const look = async (publicUrl: string, isHere = false) =>
  (await checkPublicAddress({ publicUrl, behindProxy: true, https: false }, async () => isHere)).map(
    ({ state, text }) => [state, text],
  )
const opens = ['fine', expect.stringContaining('открывается')]

it.each([
  ['replaces the header', () => '198.51.100.9', 'fine', /передаёт адреса посетителей/],
  ['adds to it', (claimed?: string) => `${claimed}, 198.51.100.9`, 'fine', /передаёт адреса посетителей/],
  ['passes it on', (claimed?: string) => claimed, 'failure', /таким, каким его прислал посетитель.*nginx/],
  ['drops it', () => undefined, 'failure', /не передаёт X-Forwarded-For.*nginx/],
])('of a proxy that %s', async (_, forwarded, state, text) => {
  expect(await look(await proxy(forwarded))).toEqual([opens, [state, expect.stringMatching(text)]])
})

it('says nothing of addresses where the public name leads to this machine itself', async () => {
  expect(await look(await proxy(() => undefined), true)).toEqual([opens])
})
