// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FieldValue } from '#contract/organisation/organisation.schema.ts'
import { button, draw, endDrawn, fill, messages, press, pressInMessage, settle } from '#web/app/drawn.fixture.ts'
import { aDocument } from '#web/organisation/document.fixture.ts'
import { FieldInput } from '#web/organisation/editing/FieldInput.tsx'

beforeEach(() => localStorage.clear())
afterEach(endDrawn)

const documentOf = (id: number, title: string, replaced_by: number | null = null) =>
  aDocument({
    id,
    title,
    replaced_by,
    file: { name: `${title}.pdf`, url: `/files/${id}`, type: 'application/pdf', size: 2048 },
    archived_at: replaced_by === null ? null : '2026-11-01T08:30:00.000Z',
  })

let value: FieldValue | undefined

const Field = ({ many = false, corrects = false }: { many?: boolean; corrects?: boolean }) => {
  const [own, setOwn] = useState(value)
  value = own
  const field = { name: 'site', label: 'Положение', kind: 'file', required: false, ...(many && { many }) } as const
  // without a value of its own, the editor shows what the platform has
  if (corrects && !own) return null
  return (
    <FieldInput
      field={field}
      place="2"
      value={own}
      onChange={(next) => setOwn(next ?? undefined)}
      corrects={corrects}
    />
  )
}

const open = (documents: object[], field: Parameters<typeof Field>[0] = {}, given?: FieldValue) => {
  value = given
  return draw(() => <Field {...field} />, { 'GET /api/organisation/documents': { documents } })
}
const focused = () => document.activeElement?.getAttribute('aria-label')
const offers = () => [...document.querySelectorAll<HTMLElement>('[aria-label="Документы организации"] button')]

test('the focus is on the document that was attached to a field for one', async () => {
  await open([documentOf(1, 'Устав')])
  button('Прикрепить документ: Положение')?.focus()
  await press('Прикрепить документ: Положение')
  await settle(() => offers()[0]?.click())
  expect(value).toEqual({ refs: [{ document_id: 1 }] })
  expect(focused()).toBe('Убрать: Устав')
})

test('the focus is on the link that was added to a field for one, and on the way to add more elsewhere', async () => {
  const add = async () => {
    await press('Добавить ссылку: Положение')
    await fill('input[type=url]', 'school.ru')
    await press('Добавить')
    expect(value).toEqual({ refs: [{ title: 'school.ru', url: 'https://school.ru' }] })
  }
  await open([])
  await add()
  expect(focused()).toBe('Изменить ссылку: school.ru')
  await endDrawn()
  await open([], { many: true })
  await add()
  expect(focused()).toBe('Добавить ссылку: Положение')
})

test('a document is not offered where the one that it has replaced is attached', async () => {
  const documents = [documentOf(1, 'Старый устав', 2), documentOf(2, 'Новый устав'), documentOf(3, 'Приказ')]
  await open(documents, { many: true }, { refs: [{ document_id: 1 }] })
  await press('Прикрепить документ: Положение')
  expect(offers().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Приказ')])
})

test('where every document is attached, the picker says so', async () => {
  await open([documentOf(1, 'Устав')], { many: true }, { refs: [{ document_id: 1 }] })
  await press('Прикрепить документ: Положение')
  expect(document.body.textContent).toContain('Других действующих документов нет.')
})

test('the only document of a corrected field is removed, and put back', async () => {
  const refs = [{ document_id: 1 }]
  await open([documentOf(1, 'Устав')], { corrects: true }, { refs })
  button('Убрать: Устав')?.focus()
  await press('Убрать: Устав')
  expect(value).toEqual({ refs: [] })
  expect(focused()).toBe('Прикрепить документ: Положение')
  await pressInMessage('Вернуть')
  expect(value).toEqual({ refs })
})

test('a document that was removed from a field for one is not put back beside the one attached since', async () => {
  await open([documentOf(1, 'Устав'), documentOf(2, 'Новый устав')], {}, { refs: [{ document_id: 1 }] })
  await press('Убрать: Устав')
  await press('Прикрепить документ: Положение')
  await settle(() =>
    offers()
      .find(({ textContent }) => textContent?.startsWith('Новый'))
      ?.click(),
  )
  await pressInMessage('Вернуть')
  expect(value).toEqual({ refs: [{ document_id: 2 }] })
  expect(messages()).toContain('Вернуть некуда')
})

test('a link is not added to a field for one beside the document that was put back', async () => {
  const refs = [{ document_id: 1 }]
  await open([documentOf(1, 'Устав')], {}, { refs })
  await press('Убрать: Устав')
  await press('Добавить ссылку: Положение')
  await fill('input[type=url]', 'school.ru')
  await pressInMessage('Вернуть')
  await press('Добавить')
  expect([value, messages()]).toEqual([{ refs }, ['Добавить некуда']])
  expect(document.querySelector<HTMLInputElement>('input[type=url]')?.value).toBe('school.ru')
})

test('a link that is half changed is open again, as one that is half added', async () => {
  const refs = [{ title: 'Сайт', url: 'https://school.ru' }]
  const addresses = () => [...document.querySelectorAll<HTMLInputElement>('input[type=url]')].map(({ value }) => value)
  await open([], {}, { refs })
  await press('Изменить ссылку: Сайт')
  await fill('input[type=url]', 'https://school.ru/about')
  await endDrawn()
  await open([], {}, { refs })
  expect(addresses()).toEqual(['https://school.ru/about'])
  await press('Отменить')
  await endDrawn()
  await open([], {}, { refs })
  expect(addresses()).toEqual([])
})
