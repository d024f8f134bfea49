import { afterEach, expect, test, vi } from 'vitest'
import type { ClickedMessage } from '#web/notifications/show-clicked.ts'
import { answerTimeMs, notificationOf, readMessage, showPage } from '#web/worker/push-messages.ts'

const origin = 'https://school.example'
afterEach(() => {
  vi.useRealTimers()
})

test('a message is shown as it was sent, and one that cannot be read all the same', () => {
  const message = { title: 'Работа вернулась', body: 'Поправьте поля', url: '/lessons/3?work' }
  const [title, options] = notificationOf(readMessage(JSON.stringify(message)))
  expect(title).toBe('Работа вернулась')
  expect(options).toMatchObject({ body: 'Поправьте поля', lang: 'ru', data: { url: '/lessons/3?work' } })
  for (const text of [undefined, '', '{', 'null', '{"title":1,"body":"","url":""}'])
    expect(readMessage(text)).toMatchObject({ title: 'Новое на сайте', url: '/' })
})

/** A page that was loaded as `url`, and shows another address by now where one is given; `null` answers nothing. */
type Open = string | { url: string; shows: string | null }

/** Where a click on a message about `url` leads while these pages are open. */
const clicked = async (url: string, open: Open[]) => {
  let led = ''
  const clients = {
    matchAll: async () =>
      open.map((page) => {
        const { url, shows } = typeof page === 'string' ? { url: page, shows: page } : page
        return {
          id: url,
          url,
          focus: async () => {
            led = `focus ${url}`
          },
          postMessage: (message: unknown, [port]: Transferable[]) => {
            if (shows === null) return
            ;(port as MessagePort).postMessage(String((message as ClickedMessage).clicked).split('#')[0] === shows)
          },
        }
      }),
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

test('a tab counts by what it shows now, and by what it was loaded with only while it does not answer', async () => {
  // the tabs answer in time, however slow the machine
  vi.useFakeTimers()
  const moved = { url: `${origin}/lessons/3`, shows: `${origin}/courses` }
  expect(await clicked('/lessons/3', [moved])).toBe(`open ${origin}/lessons/3`)
  expect(await clicked('/courses', [moved])).toBe(`focus ${origin}/lessons/3`)
  const frozen = clicked('/lessons/3', [{ url: `${origin}/lessons/3`, shows: null }])
  await vi.advanceTimersByTimeAsync(answerTimeMs)
  expect(await frozen).toBe(`focus ${origin}/lessons/3`)
})
