import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { callApi, expect, handIn, newCourse, newPerson, openAs, test } from './school.ts'

test.use({ serviceWorkers: 'allow' })

/** A push service: what it was sent, by address. */
const openPushService = async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.url} ${request.headers['content-encoding']}`)
    request.resume()
    response.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close: () => server.close() }
}

/**
 * Lets the browser subscribe at our push service: its own one, Google's, is out of reach. Chromium without a window
 * denies every site its messages: the person has allowed them here.
 */
const subscribeAt = (page: Page, endpoint: string) => {
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  return page.addInitScript(
    ({ endpoint, keys }) => {
      const kept = () => localStorage.getItem('subscribed at') === endpoint
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => localStorage.removeItem('subscribed at'),
      } as never
      let permission = localStorage.getItem('allowed') ?? 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        localStorage.setItem('allowed', permission)
        return 'granted'
      }
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed at', endpoint)
        return subscription
      }
      PushManager.prototype.getSubscription = async () => (kept() ? subscription : null)
    },
    { endpoint, keys },
  )
}

/** Hands a message to the site's service worker, as the browser's push service would. */
const deliver = async (page: Page, origin: string, message: object) => {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
  await session.detach()
}

/** Notes what the service worker shows, which this browser cannot. */
const watchShown = async (page: Page) => {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  await worker.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown })
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    registration.showNotification = async (title, options) => {
      shown.push({ title, body: options?.body, url: options?.data.url })
    }
  })
  return () => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
}

test('a person turns push messages on in this browser, gets one, and turns them off', async ({
  page,
  request,
  baseURL,
}) => {
  const service = await openPushService()
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  await subscribeAt(page, `${service.url}/one`)
  await openAs(page, student.token, '/profile')
  const section = page.getByRole('region', { name: 'Письма и сообщения о событиях' })
  await section.getByRole('button', { name: 'Включить в этом браузере' }).press('Enter')
  await expect(section.getByText('Сообщения приходят в этот браузер, даже когда сайт закрыт.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Выключить в этом браузере' })).toBeFocused()

  const checked = section.getByRole('checkbox', { name: 'Сообщение в браузере: Работу проверили' })
  await expect(checked).toBeChecked()
  await section.getByRole('checkbox', { name: 'Сообщение в браузере: «Нравится»' }).check()
  await expect(section.getByText('Сохранено', { exact: true })).toBeVisible()

  const before = service.received.length
  const task = await handIn(request, student, course.lesson.id, '<p>Готово</p>')
  await callApi(request, 'POST', `/api/tasks/${task}/like`, { token: teacher.token })
  await expect.poll(() => service.received.length, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(service.received).toContain('/one aes128gcm')

  const message = { title: 'Нравится', body: 'Мария Орлова', url: `/lessons/${course.lesson.id}?work` }
  const shown = await watchShown(page)
  await deliver(page, baseURL as string, message)
  await expect.poll(shown).toEqual([message])

  await page.reload()
  await section.getByRole('button', { name: 'Выключить в этом браузере' }).click()
  await expect(section.getByText('Сообщения в этом браузере выключены.')).toBeVisible()
  service.close()
})

test('a browser that forbids messages says what to do', async ({ page }) => {
  const { token } = await newPerson('student')
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await openAs(page, token, '/profile')
  await expect(page.getByText('Сообщения запрещены в настройках браузера.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Включить в этом браузере' })).toHaveCount(0)
})

test('a site without keys offers no push messages', async ({ page }) => {
  const { token } = await newPerson('student')
  await page.route('**/notification-settings', async (route) => {
    const response = await route.fetch()
    const { settings } = await response.json()
    await route.fulfill({ response, json: { settings: { ...settings, push_key: null } } })
  })
  await openAs(page, token, '/profile')
  const section = page.getByRole('region', { name: 'Письма о событиях' })
  await expect(section.getByRole('combobox', { name: 'Объявления' })).toBeVisible()
  await expect(section.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText('Сообщения в браузере')).toHaveCount(0)
})

test('a person who forbids the messages when the browser asks reads how to allow them', async ({ page }) => {
  const { token } = await newPerson('student')
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'denied'
      return permission
    }
  })
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Включить в этом браузере' }).press('Enter')
  await expect(page.getByText('Сообщения запрещены в настройках браузера')).toBeFocused()
})
