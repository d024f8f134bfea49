// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { draw, endDrawn, press, respond, settle, type, untilSent } from '#web/app/drawn.fixture.ts'
import { queryClient } from '#web/data/query-client.ts'
import { MadeDocuments } from '#web/organisation/editing/MadeDocuments.tsx'
import { useToasts } from '#web/ui/toasts.ts'

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

const Details = () => useToasts().map(({ detail }) => <p key={detail}>{detail}</p>)

test.each([
  ['the first one archives nothing', null, 'Номер подписи B.'],
  ['one that was signed here can still be confirmed', { number: 'A' }, 'его подпись можно проверить и дальше.'],
  ['one that was uploaded has no number to confirm', { number: null }, 'Номер подписи B. Прежний документ в архиве.'],
])('a signed document: %s', async (_case, signature, expected) => {
  const file = { name: 'a.pdf', url: '/files/a', type: 'application/pdf', size: 1 }
  const before = signature && { id: 1, title: 'Стоимость', file, signature }
  const answers = {
    [`GET ${path}`]: { ...list('first'), documents: [{ ...list('first').documents[0], document: before }] },
  }
  await draw(
    () => (
      <>
        <MadeDocuments />
        <Details />
      </>
    ),
    answers,
  )
  await press(before ? 'Подписать заново: Стоимость' : 'Подписать: Стоимость')
  await type('пароль')
  await press('Подписать')
  await untilSent(`POST ${path}`)
  await respond(`POST ${path}`, { document: { id: 2, signature: { number: 'B' } } }, 201)
  const details = [...document.querySelectorAll('main > p')].map(({ textContent }) => textContent)
  expect(details).toEqual([expect.stringMatching(new RegExp(`${expected}$`))])
})

test.each([
  ['prices', true, 'Не подписан: на странице стоит таблица без подписи'],
  ['staff', true, 'Не подписан: на странице этого документа нет'],
  ['prices', false, 'На странице стоит ваш документ или «нет сведений»'],
])('a document that was never signed: %s, and the page shows it: %s', async (kind, shown, expected) => {
  const documents = [{ ...list('first').documents[0], kind, shown }]
  await draw(() => <MadeDocuments />, { [`GET ${path}`]: { ...list('first'), documents } })
  await press('Подписать: Стоимость')
  expect(document.body.textContent).toContain(expected)
  const isWarned = document.body.textContent?.includes('когда вы уберёте своё значение')
  expect(isWarned).toBe(!shown)
})
