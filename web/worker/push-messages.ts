import type { PushMessage } from '#contract/notifications/push-message.ts'
import { type ClickedMessage, withoutHash } from '#web/notifications/show-clicked.ts'
import type { PageClient, PageClients } from '#web/worker/worker-scope.ts'

const isMessage = (value: unknown): value is PushMessage => {
  const { title, body, url } = (value ?? {}) as Record<string, unknown>
  return [title, body, url].every((text) => typeof text === 'string')
}

/** A message as it arrived. A browser demands that each is shown: what cannot be read only says that there is news. */
export const readMessage = (text: string | undefined): PushMessage => {
  const news = { title: 'Новое на сайте', body: 'Откройте сайт, чтобы посмотреть.', url: '/' }
  try {
    const message: unknown = JSON.parse(text ?? '')
    return isMessage(message) ? message : news
  } catch {
    return news
  }
}

/**
 * The notification of a message. One about the same page takes the place of an earlier one, and makes a sound all the
 * same.
 */
export const notificationOf = ({ title, body, url }: PushMessage) =>
  [
    title,
    { body, lang: 'ru', icon: '/build/icon-192.png', tag: url, renotify: true, data: { url } } as NotificationOptions,
  ] as const

/** The address of a message, if it is one of this site. */
const ownAddress = (url: string, origin: string) => {
  const address = new URL(url, origin)
  return address.origin === origin ? address : new URL(origin)
}

/** How long a page has to answer, in milliseconds: one that the browser has frozen does not. */
export const answerTimeMs = 500

/** Whether a page shows an address: its client has only the one that it was loaded with. Null without an answer. */
const asksPage = (client: PageClient, address: URL) =>
  new Promise<boolean | null>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data === true)
    }
    setTimeout(() => resolve(null), answerTimeMs)
    client.postMessage({ clicked: address.href } satisfies ClickedMessage, [port2])
  })

/** Brings the page that a message leads to, at the place that it is about: the tab that shows it, or a new one. */
export const showPage = async (clients: PageClients, url: string, origin: string) => {
  const address = ownAddress(url, origin)
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = await Promise.all(open.map((client) => asksPage(client, address)))
  const there = open.find((client, index) => shown[index] ?? withoutHash(client.url) === withoutHash(address))
  await (there ? there.focus() : clients.openWindow(address.href))
}
