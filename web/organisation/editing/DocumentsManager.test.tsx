// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { button, draw, endDrawn, messages, press, pressInMessage, respond, settle } from '#web/app/drawn.fixture.ts'
import { aDocument } from '#web/organisation/document.fixture.ts'
import { DocumentsManager } from '#web/organisation/editing/DocumentsManager.tsx'

afterEach(endDrawn)

const document = aDocument({
  title: 'Стоимость',
  signature: { signer: 'Иванов', post: '', signed_at: '2026-11-01T08:30:20Z', certificate: '', number: 'A-B' },
})

test('a document that is archived is not called signed any longer, nor unsigned once it is restored', async () => {
  const answers: Record<string, unknown> = {}
  const show = (archived_at: string | null) => {
    const made = { kind: 'prices', title: 'Цены', page: 8, mark: 'a', outdated: false, shown: true }
    answers['GET /api/organisation/documents'] = { documents: [{ ...document, archived_at }] }
    answers['GET /api/organisation/documents/signed'] = {
      documents: [{ ...made, document: archived_at ? null : document }],
      post: '',
      rules: '',
    }
  }
  const text = () => globalThis.document.body.textContent
  show(null)
  await draw(() => <DocumentsManager />, answers)
  await press('В архив: Стоимость')
  expect(text()).toContain('Подписан и соответствует данным')
  show('2026-12-01T00:00:00Z')
  await respond('DELETE /api/organisation/documents/1', null, 204)
  expect(messages()).toEqual(['Документ в архиве'])
  expect(text()).toContain('Не подписан')

  await pressInMessage('Отменить')
  show(null)
  await respond('POST /api/organisation/documents/1/restore', { document })
  expect(text()).toContain('Подписан и соответствует данным')
})

test('the focus is where a document can be added once the last one is archived, or restored', async () => {
  const other = { ...document, id: 2, title: 'Приказ', signature: null }
  const answers: Record<string, unknown> = {
    'GET /api/organisation/documents/signed': { documents: [], post: '', rules: '' },
  }
  const show = (archived_at: string | null) => {
    answers['GET /api/organisation/documents'] = { documents: [{ ...other, archived_at }] }
  }
  const focusOn = (name: string) =>
    expect
      .poll(async () => {
        await settle(() => button(name)?.focus())
        return globalThis.document.activeElement === button(name)
      })
      .toBe(true)
  const act = async (name: string, call: string, archived_at: string | null, body: unknown, status: number) => {
    await focusOn(name)
    await press(name)
    // a browser takes the focus from a disabled button, and the row goes without it
    expect(button(name)?.disabled).toBe(false)
    show(archived_at)
    await respond(call, body, status)
    return globalThis.document.activeElement?.textContent
  }
  show(null)
  await draw(() => <DocumentsManager />, answers)
  const path = '/api/organisation/documents/2'
  expect(await act('В архив: Приказ', `DELETE ${path}`, '2026-12-01T00:00:00Z', null, 204)).toBe('Добавить документ')
  expect(await act('Вернуть из архива: Приказ', `POST ${path}/restore`, null, { document: other }, 200)).toBe(
    'Добавить документ',
  )
})
