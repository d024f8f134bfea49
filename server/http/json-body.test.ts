import { expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const { call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })

/** The answer to a body of a call that expects ids of projects. */
const send = async (body: string | Buffer) => {
  const headers = { 'content-type': 'application/json' }
  const response = await call('PUT', '/api/settings/home', { token: curator.token, headers, body })
  return [response.status, response.body.title]
}

/** A valid body with further names. */
const named = (count: number) => ({
  project_ids: [],
  ...Object.fromEntries(
    Array(count)
      .fill(0)
      .map((_, nth) => [`k${nth}`, nth]),
  ),
})

const invalid = [422, 'Проверьте введённое']
const broken = [422, 'Запрос не разобрать']

it.each([
  ['a body', '{"project_ids": []}', [200, undefined]],
  ['a body cut off', '{"project_ids": [', broken],
  ['no body', ' ', invalid],
  ['arrays in each other', '['.repeat(100) + ']'.repeat(100), invalid],
  ['too many of them', '['.repeat(101) + ']'.repeat(101), broken],
  ['objects, too', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, broken],
  ['brackets in a text', JSON.stringify({ project_ids: `"${'['.repeat(200)}\\"${'{'.repeat(200)}` }), invalid],
  ['too many names', JSON.stringify(named(20_000)), broken],
  ['as many as there may be', JSON.stringify(named(19_999)), [200, undefined]],
  ['too many with spaces after them', JSON.stringify(named(20_000)).replaceAll(':', ' \n:'), broken],
  ['numbers for names', JSON.stringify({ project_ids: [], ...Array(30_000).fill(1) }), [200, undefined]],
  [
    'objects with other names each time',
    JSON.stringify({ project_ids: Array(10_001).fill([{ a: 1 }, { b: 1 }]) }),
    broken,
  ],
  [
    'the same names in another order',
    JSON.stringify({
      project_ids: Array(10_001).fill([
        { a: 1, b: 1 },
        { b: 1, a: 1 },
      ]),
    }),
    broken,
  ],
  [
    'rows of one kind',
    JSON.stringify({ project_ids: Array(15_000).fill({ id: 1, 7: { text: 'а' }, b: [{ id: 1 }] }) }),
    invalid,
  ],
  ['too many objects', `{"project_ids":[${'{},'.repeat(200_000)}{}]}`, broken],
  ['one name many times', JSON.stringify({ project_ids: Array(25_000).fill({ a: 1 }) }), invalid],
  ['many beside each other', JSON.stringify({ project_ids: Array(300).fill([[]]) }), invalid],
])('%s', async (_, body, expected) => {
  expect(await send(body)).toEqual(expected)
})

it('a body that is not UTF-8 is refused, and nothing of it is kept', async () => {
  const name = (text: string) => Buffer.from(`{"project_ids": [], "note": "${text}"}`, 'utf8')
  expect(await send(name('Курс'))).toEqual([200, undefined])
  // as a client that writes windows-1251 sends it
  expect(await send(Buffer.concat([name('Курс').subarray(0, -3), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]))).toEqual(
    broken,
  )
})
