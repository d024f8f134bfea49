// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { draw, endDrawn, press, respond, settle, type, untilSent } from '#web/app/drawn.fixture.ts'
import { queryClient } from '#web/app/query-client.ts'
import { MadeDocuments } from '#web/organisation/editing/MadeDocuments.tsx'

// there is nowhere to save it
vi.mock('#web/files/save-blob.ts', () => ({ saveBlob: () => {} }))

afterEach(endDrawn)

const path = '/api/organisation/documents/signed'
const list = (mark: string) => ({
  documents: [{ kind: 'prices', title: 'Стоимость', page: 8, mark, document: null, outdated: false, shown: true }],
  post: 'Директор',
  rules: 'Положение',
})

test('a document is signed with the mark of what was looked at, whatever the data are by then', async () => {
  const answers: Record<string, unknown> = { [`GET ${path}`]: list('first') }
  const change = async (mark: string) => {
    answers[`GET ${path}`] = list(mark)
    await settle(() => queryClient.refetchQueries())
  }
  const look = async () => {
    await press('Посмотреть PDF: Стоимость')
    await untilSent(`GET ${path}/prices`)
    await respond(`GET ${path}/prices`, {})
  }
  await draw(() => <MadeDocuments />, answers)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const sign = async () => {
    fetched.mockClear()
    await press('Подписать')
    await untilSent(`POST ${path}`)
    const sent = fetched.mock.calls.find(([, init]) => init?.method === 'POST')
    return JSON.parse(String(sent?.[1]?.body)).mark
  }
  const refuse = () => respond(`POST ${path}`, { detail: 'Данные изменились' }, 409)

  await look()
  await change('second')
  await press('Подписать: Стоимость')
  await type('пароль')
  await change('third')
  expect(await sign()).toBe('first')
  await refuse()
  expect(await sign()).toBe('first')
  await refuse()
  await press('Отмена')

  await press('Подписать: Стоимость')
  await type('пароль')
  expect(await sign()).toBe('first')
  await refuse()
  await press('Отмена')

  await look()
  await press('Подписать: Стоимость')
  await type('пароль')
  expect(await sign()).toBe('third')
})
