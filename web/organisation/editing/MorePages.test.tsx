// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draw, endDrawn, fill, messages, press, pressInMessage } from '#web/app/drawn.fixture.ts'
import { MorePages } from '#web/organisation/editing/MorePages.tsx'

beforeEach(() => localStorage.clear())
afterEach(endDrawn)

const pages = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    title: `Страница ${place + 1}`,
    url: `https://school.ru/${place + 1}`,
  }))

let more = pages(0)

const Editor = () => {
  const [own, setOwn] = useState(more)
  more = own
  return <MorePages number={1} more={own} onChange={setOwn} />
}

const open = (count: number) => {
  more = pages(count)
  return draw(() => <Editor />, { 'GET /api/organisation/documents': { documents: [] } })
}
const add = async (address: string) => {
  await press('Добавить страницу')
  await fill('input[type=url]', address)
  await press('Добавить')
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? undefined

test('the focus is on the way to add more, and on the page itself once it is the last that fits', async () => {
  await open(8)
  await add('school.ru/a')
  expect([more.length, focused()]).toEqual([9, 'Добавить страницу'])
  await add('school.ru/b')
  expect([more.length, focused()]).toEqual([10, 'Изменить ссылку: school.ru/b'])
})

test('a removed page is not put back beside ten others', async () => {
  await open(10)
  await press('Убрать: Страница 10')
  await add('school.ru/a')
  await pressInMessage('Вернуть')
  expect(more.map(({ title }) => title)).toEqual([...pages(9).map(({ title }) => title), 'school.ru/a'])
  expect(messages()).toContain('Вернуть некуда')

  // it can still be put back, once another has gone
  await press('Убрать: Страница 1')
  await pressInMessage('Вернуть')
  expect(more.map(({ title }) => title)).toContain('Страница 10')
})

test('a page that was typed while a removed one was put back waits until there is room', async () => {
  await open(10)
  await press('Убрать: Страница 10')
  await press('Добавить страницу')
  await pressInMessage('Вернуть')
  await fill('input[type=url]', 'school.ru/a')
  await press('Добавить')
  expect([more.length, messages()]).toEqual([10, ['Добавить некуда']])

  await press('Убрать: Страница 1')
  await press('Добавить')
  expect(more.map(({ title }) => title)).toEqual([
    ...pages(10)
      .map(({ title }) => title)
      .slice(1),
    'school.ru/a',
  ])
})
