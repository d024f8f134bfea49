import { createHash, randomBytes } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import type { APIRequestContext, Page, TestInfo } from '@playwright/test'
import { callApi, expect, newCourse, newPerson, openAs, type Person, settled, test } from './school.ts'
import { openSlowNetwork, type SlowNetwork } from './slow-network.ts'

const mb = 1_048_576
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file of random bytes on the disk. */
const newFile = async (testInfo: TestInfo, name: string, size: number) => {
  const path = testInfo.outputPath(name)
  await writeFile(path, randomBytes(size))
  return path
}

/** A lesson whose task the student has begun, open in the browser. */
const openTask = async (page: Page, request: APIRequestContext) => {
  const teacher = await newPerson('teacher')
  const student = await newPerson('student')
  const course = await newCourse(request, teacher, { students: [student] })
  const { task } = await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}/task`, { token: student.token })
  const path = `/lessons/${course.lesson.id}?work`
  await openAs(page, student.token, path)
  return { teacher, student, path, taskId: task.id as number }
}

/** A story with a network between its browser and the site, which holds uploads back. */
const heldTest = test.extend<{ network: SlowNetwork }>({
  network: async ({ browserName: _ }, use, info) => {
    const network = await openSlowNetwork(info.project.use.baseURL as string, 5 * mb)
    await use(network)
    await network.close()
  },
  baseURL: ({ network }, use) => use(network.url),
  // a context that is lent to the next story would keep this address
  emptyCache: true,
})

/** Limits the upload speed of a page, in bytes a second; returns a function that changes the network again. */
const slow = async (page: Page, bytes: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = (uploadThroughput: number, offline = false) =>
    session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await set(bytes)
  return set
}

const pick = (page: Page) => page.getByRole('group', { name: 'Файлы' }).locator('input[type=file][multiple]')
const attached = (page: Page) => page.getByRole('list', { name: 'Прикреплённые файлы' }).getByRole('listitem')
const sending = (page: Page) => page.getByRole('list', { name: 'Загружаются' }).getByRole('listitem')
const percent = async (page: Page) =>
  Number(await sending(page).getByRole('progressbar').first().getAttribute('aria-valuenow'))

/** The files of the task's draft, as the server has them. */
const draftFiles = async (request: APIRequestContext, { token }: Person, taskId: number) => {
  const { task } = await callApi(request, 'GET', `/api/tasks/${taskId}`, { token })
  return task.draft.files as { id: string; name: string; size: number; url: string }[]
}

/** Checks that the draft ends up with exactly this file, byte by byte. */
const expectSame = async (request: APIRequestContext, student: Person, taskId: number, path: string) => {
  await expect.poll(async () => (await draftFiles(request, student, taskId)).length).toBe(1)
  const [file] = await draftFiles(request, student, taskId)
  const response = await request.get(file?.url as string)
  expect(shaOf(await response.body())).toBe(shaOf(await readFile(path)))
}

test('several files at once are uploaded in order, and the teacher reads them', async ({ page, request }, testInfo) => {
  const { teacher, taskId } = await openTask(page, request)
  const picture = testInfo.outputPath('эскиз.png')
  await page.screenshot({ path: picture })
  const note = testInfo.outputPath('заметка.txt')
  await writeFile(note, 'Поля по три клетки')
  const files = [await newFile(testInfo, 'макет.zip', 3 * mb), picture, note, await newFile(testInfo, 'пусто.txt', 0)]
  await pick(page).setInputFiles([...files, note])
  await expect(attached(page)).toHaveCount(5)
  for (const [index, name] of ['макет.zip', 'эскиз.png', 'заметка.txt', 'пусто.txt', 'заметка.txt'].entries()) {
    await expect(attached(page).nth(index)).toContainText(name)
  }
  await expect(sending(page)).toHaveCount(0)

  // the second press of a double click is where the next file has come to, and leaves it
  await page.getByRole('button', { name: 'Убрать: пусто.txt' }).dblclick({ delay: 30 })
  await expect(attached(page)).toHaveCount(4)
  await page.getByRole('status').getByRole('button', { name: 'Вернуть' }).click()
  await expect(attached(page).nth(3)).toContainText('пусто.txt')
  await page.getByRole('button', { name: 'Выше: эскиз.png' }).dblclick({ delay: 30 })
  await expect(attached(page).first()).toContainText('эскиз.png')

  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await expect(page.getByText(/Работа отправлена, попытка 1/)).toBeVisible()

  await openAs(page, teacher.token, '/tasks')
  await page.locator(`[data-task="${taskId}"]`).click()
  await page.getByRole('button', { name: 'эскиз.png' }).click()
  const box = page.getByRole('dialog', { name: 'эскиз.png' })
  await expect(box.getByRole('img', { name: 'эскиз.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'эскиз.png' })).toBeFocused()
  // «back» closes the picture and stays at the task
  await page.getByRole('button', { name: 'эскиз.png' }).click()
  await expect(box).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(box).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`task=${taskId}`))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Скачать: макет.zip' }).click()
  expect((await download).suggestedFilename()).toBe('макет.zip')
})

test('a file that is too large is refused before it starts', async ({ page, request }, testInfo) => {
  await openTask(page, request)
  const path = testInfo.outputPath('film.bin')
  const file = await open(path, 'w')
  // takes no space: it is empty
  await file.truncate(2048 * mb + 1)
  await file.close()
  await pick(page).setInputFiles(path)
  const message = page.getByRole('alert').filter({ hasText: 'Ошибка' })
  await expect(message).toContainText('Размер файла не должен превышать 2048MB')
  await expect(page.getByText('Не прикреплён: film.bin')).toBeVisible()
  await expect(sending(page)).toHaveCount(0)
  await expect(message).toHaveCount(0)
})

test('a file of a wrong kind is refused before it starts', async ({ page }, testInfo) => {
  const person = await newPerson('student')
  await openAs(page, person.token, '/profile')
  await page.getByLabel('Файл с фото').setInputFiles(await newFile(testInfo, 'фото.docx', 10))
  const message = page.getByRole('alert').filter({ hasText: 'Ошибка' })
  await expect(message).toContainText('Неверное расширение файла')
  await expect(message).toHaveCount(0)
})

test('a film has its captions, and resumes where its viewer left it', async ({ page, request }) => {
  const { teacher, taskId } = await openTask(page, request)
  const film = 'demo/files/film/narrow-page'
  await pick(page).setInputFiles([`${film}.mp4`, `${film}.vtt`])
  await expect(attached(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await expect(page.getByText(/Работа отправлена, попытка 1/)).toBeVisible()

  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  const player = page.locator('video')
  await expect(player).toHaveJSProperty('readyState', 4)
  await expect(page.getByRole('link', { name: 'Скачать: narrow-page.mp4' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Скачать: narrow-page.vtt' })).toHaveCount(0)
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(0)

  const kept = page.waitForResponse((response) => response.url().endsWith('/place'))
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = video.duration * 0.6
    await video.play()
    setTimeout(() => video.pause(), 500)
  })
  expect((await kept).status()).toBe(204)
  await page.reload()
  await expect(page.getByText(/Продолжаем с \d+:\d\d/)).toBeVisible()
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime / video.duration))
    .toBeGreaterThan(0.5)
  await page.getByRole('button', { name: 'Сначала' }).click()
  await expect(player).toHaveJSProperty('currentTime', 0)
})

heldTest('an upload is paused, resumes, and another one is cancelled', async ({ page, request, network }, testInfo) => {
  const { student, taskId } = await openTask(page, request)
  network.allow(5 * mb)
  const path = await newFile(testInfo, 'архив.zip', 24 * mb)
  await pick(page).setInputFiles(path)
  await expect.poll(() => percent(page)).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Приостановить: архив.zip' }).click()
  await expect(sending(page)).toContainText('Остановлено')
  const stopped = await percent(page)
  await page.reload()
  await expect(sending(page)).toContainText('Остановлено')
  await expect.poll(() => percent(page)).toBeGreaterThan(0)
  network.allow(6 * mb)
  await page.getByRole('button', { name: 'Продолжить: архив.zip' }).click()
  await expect.poll(() => percent(page)).toBeGreaterThan(stopped)

  network.allow(2 * mb)
  const sent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await pick(page).setInputFiles(await newFile(testInfo, 'лишний.zip', 24 * mb))
  const second = page.getByRole('progressbar', { name: 'Загрузка: лишний.zip' })
  await expect.poll(async () => Number(await second.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Отменить загрузку: лишний.zip' }).click()
  await expect(sending(page)).toHaveCount(1)
  // although the network holds back the connection that was left
  expect((await sent).status()).toBe(204)

  network.allow(Number.POSITIVE_INFINITY)
  await attached(page).waitFor()
  await expectSame(request, student, taskId, path)
})

heldTest(
  'an upload survives a reload, a lost network and a closed tab',
  async ({ page, request, context, network }, testInfo) => {
    test.setTimeout(90_000)
    const { student, taskId, path } = await openTask(page, request)
    network.allow(8 * mb)
    const file = await newFile(testInfo, 'фильм.bin', 48 * mb)
    await pick(page).setInputFiles(file)
    await expect.poll(() => percent(page)).toBeGreaterThan(8)

    await test.step('a reload', async () => {
      const continued = page.waitForRequest((request) => request.method() === 'PATCH')
      await page.reload()
      expect(Number((await continued).headers()['upload-offset'])).toBeGreaterThan(0)
      network.allow(8 * mb)
      await expect.poll(() => percent(page)).toBeGreaterThan(10)
      await expect(sending(page)).toContainText(/МБ\/с/)
    })

    await test.step('a lost network', async () => {
      await context.setOffline(true)
      await expect(sending(page)).toContainText('Загрузка продолжится сама')
      const before = await percent(page)
      network.allow(8 * mb)
      await context.setOffline(false)
      await expect.poll(() => percent(page)).toBeGreaterThan(before)
      await expect(sending(page)).not.toContainText('Загрузка продолжится сама')
    })

    await test.step('another tab, which takes over when the first is closed', async () => {
      const other = await context.newPage()
      await other.goto(path)
      await expect.poll(() => percent(other)).toBeGreaterThan(0)
      await other.getByRole('button', { name: 'Приостановить: фильм.bin' }).click()
      await expect(sending(page)).toContainText('Остановлено')
      const before = await percent(other)
      await other.getByRole('button', { name: 'Продолжить: фильм.bin' }).click()
      await page.close()
      network.allow(8 * mb)
      await expect.poll(() => percent(other)).toBeGreaterThan(before)
      network.allow(Number.POSITIVE_INFINITY)
      await attached(other).waitFor()
      await expect(sending(other)).toHaveCount(0)
    })
    await expectSame(request, student, taskId, file)
  },
)

heldTest('a file that the device cannot keep has to be chosen again', async ({ page, request, network }, testInfo) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, ...key) {
      if (value instanceof File) throw new DOMException('no room', 'QuotaExceededError')
      return put.call(this, value, ...key)
    }
  })
  const { student, taskId } = await openTask(page, request)
  network.allow(19 * mb)
  const path = await newFile(testInfo, 'большой.bin', 24 * mb)
  // the device notes that the first 16 MB are there
  const arrived = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await pick(page).setInputFiles(path)
  await arrived
  await expect.poll(() => percent(page)).toBeGreaterThan(67)
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
  await expect(sending(page)).toContainText(/Выберите файл «большой\.bin» ещё раз, чтобы продолжить с \d+\s%/)
  network.allow(Number.POSITIVE_INFINITY)
  await page.getByLabel('Файл «большой.bin»').setInputFiles(path)
  await attached(page).waitFor()
  await expectSame(request, student, taskId, path)
})

heldTest('uploads wait for their owner', async ({ page, request, network }, testInfo) => {
  const { student, path } = await openTask(page, request)
  network.allow(4 * mb)
  await pick(page).setInputFiles(await newFile(testInfo, 'мой.bin', 20 * mb))
  await expect.poll(() => percent(page)).toBeGreaterThan(2)

  const stranger = await newPerson('student')
  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('/api/files')) sent.push(asked.headers().authorization ?? '')
  })
  await page.evaluate((token) => localStorage.setItem('access_token', token), stranger.token)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  expect(sent.filter((header) => header.includes(stranger.token))).toEqual([])

  await page.evaluate((token) => localStorage.setItem('access_token', token), student.token)
  await page.goto(path)
  await expect.poll(() => percent(page)).toBeGreaterThan(2)
})

test('after a session ends in the middle, the page asks to sign in again', async ({ page, request }, testInfo) => {
  const { student, taskId } = await openTask(page, request)
  const network = await slow(page, 4 * mb)
  const path = await newFile(testInfo, 'долгий.bin', 40 * mb)
  await pick(page).setInputFiles(path)
  await expect.poll(() => percent(page)).toBeGreaterThan(5)
  await callApi(request, 'POST', '/api/auth/logout', { token: student.token })

  const dialog = page.getByRole('dialog', { name: 'Войдите снова' })
  await expect(dialog).toBeVisible({ timeout: 20_000 })
  await dialog.getByLabel('Пароль', { exact: true }).fill('demo-password')
  await network(-1)
  await dialog.getByRole('button', { name: 'Войти' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(attached(page)).toHaveCount(1, { timeout: 20_000 })
  const token = (await page.evaluate(() => localStorage.getItem('access_token'))) as string
  await expectSame(request, { ...student, token }, taskId, path)
})
