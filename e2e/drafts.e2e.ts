import type { Page } from '@playwright/test'
import {
  answer,
  closeWithoutNetwork,
  newTask,
  offline,
  otherDevice,
  saved,
  serverDraft,
  status,
  takeOffer,
} from './drafts.ts'
import { callApi, expect, openAs, settled, test } from './school.ts'

test('text typed a moment ago survives a reload, and is saved', async ({ page, request }) => {
  const { student, taskId, path } = await newTask(request)
  await openAs(page, student.token, path)
  await answer(page).pressSequentially('Набрано только что')
  await page.reload()
  await expect(answer(page)).toHaveText('Набрано только что')
  await expect(status(page)).toHaveText(saved)
  expect((await serverDraft(request, student, taskId)).content).toContain('Набрано только что')
})

test('without a network the text waits on the device; then the server receives it', async ({ page, request }) => {
  const { student, taskId, path } = await newTask(request)
  await openAs(page, student.token, path)
  await answer(page).fill('Первое')
  await expect(status(page)).toHaveText(saved)
  await page.context().setOffline(true)
  await answer(page).fill('Второе, без сети')
  await expect(status(page)).toHaveText(offline)
  await page.context().setOffline(false)
  await expect(status(page)).toHaveText(saved)
  expect((await serverDraft(request, student, taskId)).content).toContain('Второе, без сети')
})

test('a page that dies without a network leaves its text to the next one', async ({ page, request, context }) => {
  const { student, taskId, path } = await newTask(request)
  await openAs(page, student.token, path)
  await answer(page).fill('Было на сервере')
  await expect(status(page)).toHaveText(saved)
  await context.setOffline(true)
  await answer(page).fill('Пережило падение')
  await expect(status(page)).toHaveText(offline)
  await closeWithoutNetwork(page)
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(path)
  await expect(answer(next)).toHaveText('Пережило падение')
  await expect(status(next)).toHaveText(saved)
  expect((await serverDraft(request, student, taskId)).content).toContain('Пережило падение')
})

test('another device continues where this one stopped', async ({ page, request, newDevice }) => {
  const { student, path } = await newTask(request)
  await openAs(page, student.token, path)
  await answer(page).fill('Начато на телефоне')
  await expect(status(page)).toHaveText(saved)
  const other = await otherDevice(newDevice, student, path)
  await expect(answer(other)).toHaveText('Начато на телефоне')
  await other.close()
})

test('written on two devices: both versions are shown, and either can be chosen', async ({
  page,
  request,
  newDevice,
}) => {
  const { student, taskId, path } = await newTask(request)
  const other = await otherDevice(newDevice, student, path)
  await openAs(page, student.token, path)
  const conflict = (where: Page) => where.getByRole('group', { name: 'Черновик изменён в другом месте' })
  const write = async (where: Page, mine: string, theirs: string) => {
    await where.context().setOffline(true)
    await answer(where).fill(mine)
    await expect(status(where)).toHaveText(offline)
    const { revision } = await serverDraft(request, student, taskId)
    const body = { content: `<p>${theirs}</p>`, revision }
    await callApi(request, 'PUT', `/api/tasks/${taskId}/draft`, { token: student.token, body })
    await where.context().setOffline(false)
    await expect(conflict(where).getByRole('region', { name: 'На этом устройстве' })).toContainText(mine)
    await expect(conflict(where).getByRole('region', { name: /^На сервере/ })).toContainText(theirs)
  }

  await expect(answer(page)).toBeVisible()
  await write(page, 'Моё первое', 'Чужое первое')
  await page.reload()
  await expect(conflict(page)).toBeVisible()
  await page.getByRole('button', { name: 'Оставить мою' }).click()
  await expect(answer(page)).toHaveText('Моё первое')
  await expect(status(page)).toHaveText(saved)

  await other.reload()
  await expect(answer(other)).toHaveText('Моё первое')
  await write(other, 'Моё второе', 'Чужое второе')
  await other.getByRole('button', { name: 'Взять с сервера' }).click()
  await expect(answer(other)).toHaveText('Чужое второе')
  await takeOffer(other, 'Вернуть другую')
  await expect(answer(other)).toHaveText('Моё второе')
  await expect(status(other)).toHaveText(saved)
  expect((await serverDraft(request, student, taskId)).content).toContain('Моё второе')
  await other.close()
})

test('two tabs follow each other, and lose nothing when both are written in', async ({ page, request, context }) => {
  const { student, taskId, path } = await newTask(request)
  await openAs(page, student.token, path)
  const second = await context.newPage()
  await second.goto(path)
  await expect(answer(second)).toBeVisible()
  await answer(page).fill('Из первой вкладки')
  await expect(answer(second)).toHaveText('Из первой вкладки')

  await context.setOffline(true)
  await answer(page).fill('Первая без сети')
  await answer(second).fill('Вторая без сети')
  await expect(status(page)).toHaveText(offline)
  await expect(status(second)).toHaveText(offline)
  // the other tab must not lose this text
  await closeWithoutNetwork(page)
  await context.setOffline(false)
  await expect(status(second)).toHaveText(saved)
  expect((await serverDraft(request, student, taskId)).content).toContain('Вторая без сети')
  const third = await context.newPage()
  await third.goto(path)
  const conflict = third.getByRole('group', { name: 'Черновик изменён в другом месте' })
  await expect(conflict.getByRole('region', { name: 'На этом устройстве' })).toContainText('Первая без сети')
  await expect(conflict.getByRole('region', { name: /^На сервере/ })).toContainText('Вторая без сети')

  // handed in elsewhere: what did not get into the attempt is shown
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await callApi(request, 'POST', `/api/tasks/${taskId}/submit`, { token: student.token, headers })
  await expect(third.getByText(/есть текст, который не вошёл в попытку 1/)).toBeVisible()
  await third.getByText('Показать текст').click()
  await expect(third.getByText('Первая без сети')).toBeVisible()
})

test('somebody who is signed out while writing signs in over the page and continues', async ({ page, request }) => {
  const { student, taskId, path } = await newTask(request)
  await openAs(page, student.token, path)
  await answer(page).fill('До выхода')
  await expect(status(page)).toHaveText(saved)
  await callApi(request, 'POST', '/api/auth/logout', { token: student.token })
  const dialog = page.getByRole('dialog', { name: 'Войдите снова' })

  await answer(page).fill('После выхода')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Не сейчас' }).click()
  await expect(status(page)).toHaveText('Вы вышли из учётной записи, черновик на этом устройстве')
  // further typing does not ask again
  await answer(page).fill('После выхода, дальше')
  await expect(status(page)).toHaveText('Вы вышли из учётной записи, черновик на этом устройстве')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  await dialog.getByRole('button', { name: 'Войти' }).click()
  await expect(status(page)).toHaveText(saved)
  await expect(answer(page)).toHaveText('После выхода, дальше')
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const { content } = await serverDraft(request, { ...student, token: token as string }, taskId)
  expect(content).toContain('После выхода, дальше')
})

test('without the browser’s database the text is kept all the same', async ({ page, request, context }) => {
  const { student, path } = await newTask(request)
  await context.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('closed', 'SecurityError')
    }
  })
  await openAs(page, student.token, path)
  await answer(page).fill('Первое')
  await expect(status(page)).toHaveText(saved)
  await context.setOffline(true)
  await answer(page).fill('Без базы')
  await expect(status(page)).toHaveText(offline)
  await closeWithoutNetwork(page)
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(path)
  await expect(answer(next)).toHaveText('Без базы')
  await expect(status(next)).toHaveText(saved)
})

test.describe('with an empty cache', () => {
  // a dialog that an earlier story has loaded would ask in place of the browser
  test.use({ emptyCache: true })

  test('where nothing can be kept the page shows it, and asks before it is left', async ({
    page,
    request,
    context,
  }) => {
    const { student, path } = await newTask(request)
    // before the page can have opened it
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('closed', 'SecurityError')
      }
    })
    await openAs(page, student.token, path)
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await answer(page).fill('Первое')
    await expect(status(page)).toHaveText(saved)
    await context.setOffline(true)
    await answer(page).fill('Нигде больше')
    await expect(status(page)).toContainText('Нет сети, браузер не даёт хранить черновик')
    const asked = page.waitForEvent('dialog')
    const click = page.getByRole('link', { name: 'Практика' }).click()
    const dialog = await asked
    expect(dialog.message()).toContain('ни на сервере, ни на этом устройстве')
    await dialog.dismiss()
    await click
    await expect(answer(page)).toHaveText('Нигде больше')
    await context.setOffline(false)
    await expect(status(page)).toHaveText(saved)
    await page.getByRole('link', { name: 'Практика' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('the editor loads when needed, can be retried, and shows at once what only the device has', async ({
  page,
  request,
}) => {
  const { student, lesson, taskId } = await newTask(request)
  const path = `/lessons/${lesson.id}`
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await openAs(page, student.token, path)
  const begin = page.getByRole('button', { name: 'Начать писать' })
  await expect(begin).toBeVisible()
  await settled(page)
  expect(asked.filter((name) => /WrittenTask|HandInForm|Editor|Thread|uploads|idb/.test(name))).toEqual([])

  await page.route(/\/WrittenTask-.*\.js$/, (route) => route.abort())
  await begin.click()
  const again = page.getByRole('button', { name: 'Повторить' })
  await expect(again).toBeVisible()
  await page.unroute(/\/WrittenTask-.*\.js$/)
  await again.click()
  await expect(answer(page)).toBeFocused()
  await page.keyboard.type('Начало')
  await expect(status(page)).toHaveText(saved)
  // the card beside the lesson shows the same
  await page.getByRole('link', { name: 'К уроку' }).click()
  await expect(page.getByRole('region', { name: 'Задание' }).getByText(saved)).toBeVisible()
  expect((await serverDraft(request, student, taskId)).content).toBe('<p>Начало</p>')

  // the server's version is shown without the editor
  await page.reload()
  await expect(page.getByRole('button', { name: 'Продолжить писать' })).toBeVisible()
  await expect(page.getByText('Начало')).toBeVisible()
  await page.getByRole('button', { name: 'Продолжить писать' }).click()
  await expect(answer(page)).toBeFocused()
  await page.context().setOffline(true)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' и конец')
  await expect(status(page)).toContainText(offline)
  await closeWithoutNetwork(page)

  const next = await page.context().newPage()
  await page.context().setOffline(false)
  await next.goto(path)
  await expect(answer(next)).toHaveText('Начало и конец')
  await expect(status(next)).toHaveText(saved)
  await expect(next).toHaveURL(`${path}?work`)
  await next.goto(path)
  await expect(next.getByRole('button', { name: 'Продолжить писать' })).toBeVisible()
})
