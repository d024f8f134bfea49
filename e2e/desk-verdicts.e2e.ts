import type { Page } from '@playwright/test'
import { newQueue } from './desk.ts'
import { untilListening, withoutEvents } from './live-events.ts'
import { callApi, expect, newCourse, openAs, settled, test } from './school.ts'
import { stayUndoable } from './undo.ts'

const queue = (page: Page) => page.getByRole('list', { name: 'Очередь работ' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Комментарий к решению' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const desk = (page: Page) => page.getByRole('region', { name: 'Плакат' })

test('a verdict without a network waits for it, and can be taken back', async ({ page, context, request }) => {
  const { teacher, tasks } = await newQueue(request, 3)
  const read = async (index: number) =>
    (await callApi(request, 'GET', `/api/tasks/${tasks[index]}`, { token: teacher.token })).task
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await comment(page).fill('Хорошо')
  await expect(page.getByText(/Сохранено в/)).toBeVisible()
  // the next tasks are already loaded
  await expect(queue(page).getByRole('link')).toHaveCount(3)
  await settled(page)

  await context.setOffline(true)
  await button(page, 'Принять').click()
  // criteria are left unmarked: asked once
  await button(page, 'Оценить').click()
  await expect(desk(page)).toContainText('Номер01')
  await button(page, 'Принять').click()
  await expect(desk(page)).toContainText('Номер02')
  const bar = page.getByRole('region', { name: 'Отмена' })
  await expect(bar).toContainText('Решение ждёт связи')
  await comment(page).fill('Поправьте')
  await button(page, 'Вернуть студенту').click()
  await expect(desk(page)).toContainText('Номер03')
  await expect(bar).toContainText('2 решения ждут связи')
  await button(page, 'Отменить').click()
  // not known to have arrived: the text is here, and nothing is sent
  await expect(desk(page)).toContainText('Номер02')
  await expect(comment(page)).toHaveValue('Поправьте')

  await context.setOffline(false)
  await expect.poll(async () => (await read(0)).status.slug).toBe('accepted')
  expect((await read(0)).attempts[0].review.comment).toBe('Хорошо')
  await expect(button(page, 'Вернуть студенту')).toBeEnabled()
  expect((await read(1)).status.slug).toBe('submitted')
})

test('a refused verdict returns with all its text and an explanation', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  await withoutEvents(page)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await comment(page).fill('Моё решение')
  await page.getByRole('group', { name: 'Сетка держится' }).getByRole('button', { name: 'частично' }).click()
  await expect(page.getByText(/Сохранено в/)).toBeVisible()
  let met = false
  await page.route('**/api/tasks/*/review', async (route) => {
    if (met) return route.continue()
    met = true
    const curator = await callApi(request, 'POST', '/api/auth/login', {
      body: { email: 'curator@demo.example', password: 'demo-password' },
    })
    await callApi(request, 'POST', `/api/tasks/${tasks[0]}/review`, {
      token: curator.access_token,
      body: { attempt: 1, verdict: 'returned', comment: 'Я раньше' },
    })
    await route.continue()
  })
  await button(page, 'Принять').click()
  await button(page, 'Принять так').click()
  await expect(desk(page)).toContainText('Номер01')
  await expect(page.getByRole('alert').filter({ hasText: 'Решение не отправлено' })).toBeVisible()
  await expect(comment(page)).toHaveValue('Моё решение')
  await button(page, 'Открыть заново').click()
  await expect(page.getByText('Я раньше').first()).toBeVisible()
  await expect(page.getByText('Ваше решение не отправлено')).toBeVisible()
  await expect(page.getByText('Моё решение')).toBeVisible()
})

test('a refused verdict says why, also when the news of the other one was faster', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  const curator = await callApi(request, 'POST', '/api/auth/login', {
    body: { email: 'curator@demo.example', password: 'demo-password' },
  })
  const live = untilListening(page)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await comment(page).fill('Моё решение')
  await page.getByRole('group', { name: 'Сетка держится' }).getByRole('button', { name: 'частично' }).click()
  await expect(page.getByText(/Сохранено в/)).toBeVisible()
  await live
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/tasks/*/review', async (route) => {
    const reloaded = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/tasks')
    await callApi(request, 'POST', `/api/tasks/${tasks[0]}/review`, {
      token: curator.access_token,
      body: { attempt: 1, verdict: 'returned', comment: 'Я раньше' },
    })
    await reloaded
    await seen.promise
    await route.continue()
  })
  const refused = page.waitForResponse('**/api/tasks/*/review')
  await button(page, 'Принять').click()
  await button(page, 'Принять так').click()
  await expect(desk(page)).toContainText('Номер02')
  seen.resolve()
  await refused
  await expect(desk(page)).toContainText('Номер01')
  await expect(page.getByRole('alert').filter({ hasText: 'Решение не отправлено' })).toBeVisible()
  // in the form, or beside the verdict in force
  await expect(comment(page).or(page.getByText('Моё решение', { exact: true }))).toBeVisible()
})

test('many tasks at once: a preview, refusals, and undo', async ({ page, request }) => {
  const { teacher, tasks, students } = await newQueue(request, 3)
  await callApi(request, 'POST', `/api/tasks/${tasks[2]}/review`, {
    token: teacher.token,
    body: { attempt: 1, verdict: 'accepted' },
  })
  await stayUndoable(page)
  await openAs(page, teacher.token, '/tasks?status=all')
  await expect(queue(page).getByRole('link')).toHaveCount(3)
  await button(page, 'Выбрать несколько').click()
  await page.getByRole('checkbox', { name: 'Все на странице' }).check()
  const bar = page.getByRole('region', { name: 'Выбранные работы' })
  await expect(bar).toContainText('3')
  await bar.getByRole('button', { name: 'Вернуть' }).click()
  const dialog = page.getByRole('dialog', { name: 'Вернуть на доработку' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Номер03' })).toContainText('уже «Принято»')
  await dialog.getByRole('button', { name: 'Вернуть: 2' }).click()
  await expect(dialog.getByText('Напишите, что исправить')).toBeVisible()
  await dialog.getByLabel('Что исправить').fill('Поля шире')
  await dialog.getByRole('button', { name: 'Вернуть: 2' }).click()
  await expect(page.getByText(/Возвращено: 2/)).toBeVisible()
  await expect(queue(page)).toContainText('Номер01')
  const state = async () =>
    Promise.all(
      tasks.map(
        async (id) =>
          (await callApi(request, 'GET', `/api/tasks/${id}`, { token: teacher.token })).task.status.slug as string,
      ),
    )
  expect(await state()).toEqual(['returned', 'returned', 'accepted'])
  await page.keyboard.press('z')
  await expect.poll(state).toEqual(['submitted', 'submitted', 'accepted'])
  const news = await callApi(request, 'GET', '/api/users/notifications', { token: students[0]?.token as string })
  expect(JSON.stringify(news)).not.toContain('Поля шире')

  // the text is here again, and stays when nothing of it was sent
  const openDialog = async () => {
    await page.getByRole('checkbox', { name: 'Все на странице' }).check()
    await bar.getByRole('button', { name: 'Вернуть' }).click()
    await expect(dialog.getByLabel('Что исправить')).toHaveValue('Поля шире')
  }
  await openDialog()
  for (const id of tasks.slice(0, 2))
    await callApi(request, 'POST', `/api/tasks/${id}/review`, {
      token: teacher.token,
      body: { attempt: 1, verdict: 'accepted' },
    })
  await dialog.getByRole('button', { name: 'Вернуть: 2' }).click()
  await page.getByRole('dialog', { name: 'Получилось не со всеми' }).getByRole('button', { name: 'Понятно' }).click()
  await openDialog()
})

test('tasks are shared out evenly, and reassigned by hand', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  await newCourse(request, teacher, { name: 'Азбука, где ничего не ждёт' })
  await openAs(page, teacher.token, '/tasks')
  await expect(queue(page).getByRole('link')).toHaveCount(2)
  await button(page, 'Кто что проверяет').click()
  const dialog = page.getByRole('dialog', { name: 'Кто что проверяет' })
  await expect(dialog.getByText('2 работы никому не даны.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Разделить поровну' }).click()
  await expect(dialog.getByText(/Вера Лосева: 2/)).toBeVisible()
  await expect(dialog.getByText('Все ждущие работы кому-то даны.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Даны мне' }).click()
  await expect(queue(page).getByRole('link')).toHaveCount(2)
  await queue(page)
    .getByRole('link', { name: /Номер01/ })
    .click()
  await expect(page.getByText('Дана вам')).toBeVisible()
  await button(page, 'Передать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Никому не давать' }).click()
  await expect(page.getByText('Никому не дана', { exact: true })).toBeVisible()
  const { task } = await callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token: teacher.token })
  expect(task.reviewer).toBeNull()
})

test('a note on a criterion that is not marked keeps the verdict back', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await button(page, 'Заметка к критерию: Сетка держится').click()
  await page.keyboard.type('Съехала')
  await comment(page).fill('Поправьте')
  const note = page.getByRole('textbox', { name: 'Заметка: Сетка держится' })
  for (const verdict of ['Вернуть студенту', 'Принять']) {
    await button(page, verdict).click()
    await expect(page.getByText('Отметьте критерий или уберите заметку')).toBeVisible()
    await expect(note).toBeFocused()
    await comment(page).focus()
  }
  await page.getByRole('group', { name: 'Сетка держится' }).getByRole('button', { name: 'частично' }).click()
  await expect(page.getByText('Отметьте критерий или уберите заметку')).toBeHidden()
  await button(page, 'Вернуть студенту').click()
  await expect(desk(page)).toContainText('Номер02')
  const sent = async () =>
    (await callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token: teacher.token })).task.attempts[0].review
  await expect.poll(sent).toMatchObject({ verdict: 'returned', criteria: [{ level: 'partly', note: 'Съехала' }] })
})

test('a verdict that is given before the queue has loaded still leads to the next task', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2, [])
  let load = () => {}
  const wanted = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route(/\/api\/tasks(\?|$)/, async (route) => {
    await wanted
    await route.continue()
  })
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await button(page, 'Принять').click()
  await expect(page).not.toHaveURL(/task=/)
  load()
  await expect(desk(page)).toContainText('Номер02')
})

test('the second click of a double one does not judge the next task', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 4, [])
  const status = async (index: number) =>
    (await callApi(request, 'GET', `/api/tasks/${tasks[index]}`, { token: teacher.token })).task.status.slug
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await expect(queue(page).getByRole('link')).toHaveCount(4)
  // the next one is drawn ahead
  await settled(page)
  await button(page, 'Принять').dblclick({ delay: 40 })
  await expect(desk(page)).toContainText('Номер02')
  await settled(page)
  await expect(desk(page)).toContainText('Номер02')

  // a slower hand, which is no double click to the browser: what is under the pointer once the next one is seen
  const box = await button(page, 'Принять').boundingBox()
  if (!box) throw new Error('not on screen')
  const under = await page.evaluate(
    ([x, y]) =>
      new Promise<string | undefined>((resolve) => {
        const find = () => document.elementFromPoint(x as number, y as number)?.closest('button')
        const look = () =>
          document.body.textContent.includes('Работа: Номер03.')
            ? resolve(find()?.textContent)
            : requestAnimationFrame(look)
        // the task itself can be judged only once it was on screen for a while
        const judge = () => {
          const button = find()
          if (!button) return requestAnimationFrame(judge)
          button.click()
          look()
        }
        judge()
      }),
    [box.x + box.width / 2, box.y + box.height / 2],
  )
  expect(under).toBeUndefined()
  await expect.poll(() => status(1)).toBe('accepted')
  expect(await status(2)).toBe('submitted')
  await button(page, 'Принять').click()
  await expect(desk(page)).toContainText('Номер04')
})

test('a score above the maximum stays as it was typed, and is not sent', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  const score = page.getByRole('textbox', { name: 'Баллы' })
  await score.click()
  for (const typed of ['15', '-3']) {
    await score.fill('')
    await page.keyboard.type(typed)
    await expect(score).toHaveValue(typed)
    await expect(page.getByText('От 0 до 10', { exact: true })).toBeVisible()
    await button(page, 'Принять').click()
    await expect(score).toBeFocused()
    await expect(desk(page)).toContainText('Номер01')
  }
  await score.fill('9,5')
  await button(page, 'Принять').click()
  await expect(desk(page)).toContainText('Номер02')
  const read = async () => (await callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token: teacher.token })).task
  await expect.poll(async () => (await read()).score).toBe(9.5)
})

test('a message that is typed and not sent causes a question', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 3, [])
  const texts = async (index: number) =>
    (await callApi(request, 'GET', `/api/tasks/${tasks[index]}`, { token: teacher.token })).task.thread
      .filter(({ kind }: { kind: string }) => kind === 'comment')
      .map(({ text }: { text: string }) => text)
  const message = page.getByRole('textbox', { name: 'Новое сообщение' })
  const question = page.getByRole('dialog', { name: 'Отправить сообщение?' })
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await message.fill('Зайдите завтра')
  await button(page, 'Принять').click()
  await expect(question).toContainText('Зайдите завтра')
  await question.getByRole('button', { name: 'Отменить' }).click()
  await expect(desk(page)).toContainText('Номер01')
  await button(page, 'Принять').click()
  await question.getByRole('button', { name: 'Отправить и принять' }).click()
  await expect(desk(page)).toContainText('Номер02')
  await expect.poll(() => texts(0)).toEqual(['Зайдите завтра'])

  await message.fill('Подумаю ещё')
  await button(page, 'Принять').click()
  await question.getByRole('button', { name: 'Принять без него' }).click()
  await expect(desk(page)).toContainText('Номер03')
  await page.goBack()
  await expect(message).toHaveValue('Подумаю ещё')
  expect(await texts(1)).toEqual([])
})

test('a verdict by points that have changed meanwhile is refused, and the task is opened again', async ({
  page,
  request,
}) => {
  const { teacher, tasks, course } = await newQueue(request, 1)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  const met = (name: string) =>
    page.getByRole('group', { name }).getByRole('button', { name: 'выполнено', exact: true })
  for (const name of ['Сетка держится', 'Заголовки различимы', 'Читается на телефоне']) await met(name).click()
  const change = async (step: (criteria: { id: number; name: string; points?: number }[]) => object[]) => {
    const { lesson } = await callApi(request, 'GET', `/api/lessons/${course.lesson.id}`, { token: teacher.token })
    const { text, criteria } = lesson.assignment
    const body = { assignment: { text, criteria: step(criteria) } }
    await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}`, { token: teacher.token, body })
  }
  await change(([first, ...others]) => [{ ...first, points: 1 }, ...others])
  await button(page, 'Принять').click()
  await expect(page.getByRole('alert').filter({ hasText: 'изменились баллы за критерии' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Критерии' })).toContainText('10 из 10')
  await button(page, 'Открыть заново').click()
  await expect(page.getByRole('group', { name: 'Критерии' })).toContainText('6 из 6')

  // the same way out when one of them is gone
  await change(([, ...others]) => others)
  await button(page, 'Принять').click()
  await expect(page.getByRole('alert').filter({ hasText: 'изменились, пока вы проверяли' })).toBeVisible()
  await button(page, 'Открыть заново').click()
  await expect(page.getByRole('group', { name: 'Критерии' })).toContainText('5 из 5')
  await button(page, 'Принять').click()
  await expect(page.getByText('Всё проверено')).toBeVisible()
})
