import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const { call, signedIn } = await testApp()

let curator: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  curator = await signedIn({ role: 'curator' })
})

const fresh = () => `${crypto.randomUUID()}@school.example`

const register = (names: { name: string; surname?: string }) =>
  call('POST', '/api/auth/register', {
    body: { surname: 'Ёлкина', ...names, email: fresh(), password: 'long enough', consent: true },
  })

const registerChild = (names: { name: string; surname?: string }) =>
  call('POST', '/api/auth/register-child', {
    body: {
      surname: 'Ёлкин',
      ...names,
      email: fresh(),
      parent_email: fresh(),
      password: 'long enough',
      birth_date: `${new Date().getFullYear() - 10}-01-01`,
    },
  })

const create = (names: { name: string; surname?: string }) =>
  call('POST', '/api/users', {
    token: curator.token,
    body: { surname: 'Ёлкина', ...names, email: fresh(), role: 'student' },
  })

const notNames = [
  'https://evil.example/win',
  'Анна!',
  'Вы выиграли 100000',
  '<b>Анна</b>',
  '...',
  'Анна\u200bМария',
  'Я'.repeat(61),
]

describe.each([
  ['registering', register],
  ['registering a child', registerChild],
  ['a curator who opens an account', create],
])('%s', (_, send) => {
  it.each(notNames)('refuses the name %j with a sentence', async (name) => {
    for (const [field, names] of [
      ['name', { name }],
      ['surname', { name: 'Анна', surname: name }],
    ] as const) {
      const { status, body } = await send(names)
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
      expect(body.errors[field][0]).toMatch(/^[А-Я].* /)
    }
  })

  it.each(['Анна-Мария', 'Дж. Р. Р.', 'O’Brien', "Д'Артаньян", 'José', 'Nguyễn Thị', '李', 'Я'.repeat(60)])(
    'accepts %j',
    async (name) => {
      expect((await send({ name, surname: name })).status).toBeLessThan(300)
    },
  )
})

describe('a name from before there were rules', () => {
  it('stays, and can only be changed to a valid one', async () => {
    const { id, token } = await signedIn({ name: 'R2-D2', surname: '!!!' })
    const change = (body: object, by = token) => call('PUT', `/api/users/${id}`, { token: by, body })
    const kept = await change({ name: 'R2-D2', surname: '!!!', about: 'Робот' })
    expect([kept.status, kept.body.user.name, kept.body.user.about]).toEqual([200, 'R2-D2', 'Робот'])
    for (const by of [token, curator.token]) {
      const { status, body } = await change({ name: 'C-3PO', surname: '!!!' }, by)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['name']])
    }
    expect((await change({ name: 'Артур' })).body.user.name).toBe('Артур')
  })
})
