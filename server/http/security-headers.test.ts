import { expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const { app } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })

const scriptSources = async (host: string) => {
  const { headers } = await app.inject({ url: '/api/health', headers: { host } })
  return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}
const own = 'school.example/build/'

it.each([
  ['SCHOOL.example', own],
  ['10.0.0.5:3000', `${own} 10.0.0.5:3000/build/`],
  ['localhost', `${own} localhost/build/`],
  ['[::1]:3000', `${own} 'self'`],
])('scripts come from the built bundles of the public host and of the requested one: %s', async (host, sources) => {
  expect(await scriptSources(host)).toBe(sources)
})

it.each(["a 'unsafe-inline'", 'a; script-src *', 'a,b', '*', 'a/x', '[a b]'])(
  'an invalid host adds nothing to the policy: %s',
  async (host) => {
    expect(await scriptSources(host)).toBe(own)
  },
)
