import { expect, test } from 'vitest'
import { notificationOf, readMessage, showPage } from '#web/worker/push-messages.ts'

const origin = 'https://school.example'

test('a message is shown as it was sent, and one that cannot be read all the same', () => {
  const message = { title: 'Работа вернулась', body: 'Поправьте поля', url: '/lessons/3?work' }
  const [title, options] = notificationOf(readMessage(JSON.stringify(message)))
  expect(title).toBe('Работа вернулась')
  expect(options).toMatchObject({ body: 'Поправьте поля', lang: 'ru', data: { url: '/lessons/3?work' } })
  for (const text of [undefined, '', '{', 'null', '{"title":1,"body":"","url":""}'])
    expect(readMessage(text)).toMatchObject({ title: 'Новое на сайте', url: '/' })
})

/** Where a click on a message about `url` leads while these pages are open. */
const clicked = async (url: string, open: string[]) => {
  let led = ''
  const clients = {
    matchAll: async () =>
      open.map((address) => ({
        id: address,
        url: address,
        focus: async () => {
          led = `focus ${address}`
        },
      })),
    openWindow: async (address: string) => {
      led = `open ${address}`
    },
  }
  await showPage(clients, url, origin)
  return led
}

test('a click leads to the open tab of its page, or opens one; never to another site', async () => {
  const open = [`${origin}/`, `${origin}/lessons/3?work`]
  expect(await clicked('/lessons/3?work#verdict-1', open)).toBe(`focus ${origin}/lessons/3?work`)
  expect(await clicked('/lessons/4', open)).toBe(`open ${origin}/lessons/4`)
  expect(await clicked('https://evil.example/x', [])).toBe(`open ${origin}/`)
  expect(await clicked('javascript:alert(1)', [])).toBe(`open ${origin}/`)
})
