import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { taskPageSize } from '#contract/tasks/tasks.schema.ts'
import { newJudgedCourse, newQueue } from './desk.ts'
import { loseResponse } from './lose-response.ts'
import { callApi, expect, handIn, newPerson, openAs, settled, test } from './school.ts'
import { stayUndoable } from './undo.ts'

const four = [
  { name: 'Три уровня читаются раздельно', points: 4 },
  { name: 'Контраст построен на одном признаке', points: 3 },
  { name: 'Плакат держит форму на любой ширине', points: 2 },
  { name: 'Все сведения на месте', points: 1 },
]

/** A long task by somebody with a long name, judged by four criteria. */
const newLongTask = async (request: APIRequestContext) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const student = await newPerson('student', 'Александра', 'Верхневолжская-Преображенская')
  const course = await newJudgedCourse(request, teacher, [student], four)
  const taskId = await handIn(
    request,
    student,
    course.lesson.id,
    '<p>Плакат стоит на сетке из 12 колонок.</p>'.repeat(40),
  )
  return { teacher, taskId }
}

const box = async (part: Locator) => {
  const found = await part.boundingBox()
  if (!found) throw new Error('not on screen')
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}
const criteria = (page: Page) => page.getByRole('group', { name: 'Критерии' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Комментарий к решению' })
const accept = (page: Page) => page.getByRole('button', { name: 'Принять', exact: true })
const giveBack = (page: Page) => page.getByRole('button', { name: 'Вернуть студенту', exact: true })
const newRemark = (page: Page) => page.getByRole('textbox', { name: 'Новое замечание' })

test('four criteria, remarks and the comment are above the buttons without scrolling', async ({ page, request }) => {
  const { teacher, taskId } = await newLongTask(request)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await newRemark(page).fill('Увеличьте поля у нижнего края плаката')
  await page.keyboard.press('Enter')
  await expect(async () => {
    const buttons = await box(accept(page))
    expect((await box(criteria(page))).y).toBeGreaterThan(64)
    expect((await box(comment(page))).bottom).toBeLessThan(buttons.y)
    // side by side, and each in full
    expect((await box(giveBack(page))).y).toBe(buttons.y)
  }).toPass()
})

test('on a tablet the criteria are beside the task, above the buttons', async ({ page, request }) => {
  const { teacher, taskId } = await newLongTask(request)
  await page.setViewportSize({ width: 1024, height: 768 })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await expect(criteria(page)).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await box(criteria(page))).bottom - (await box(giveBack(page))).y).toBeLessThan(0)
  await expect(page.getByRole('heading', { name: 'Плакат', level: 2 })).toBeInViewport()
  await page.getByRole('link', { name: 'К списку работ' }).click()
  await expect(page.getByRole('list', { name: 'Очередь работ' })).toBeVisible()
})

test('on a phone the criteria follow the task, and the buttons follow the criteria', async ({ page, request }) => {
  const { teacher, taskId } = await newLongTask(request)
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await expect(page.getByRole('heading', { name: 'Плакат', level: 2 })).toBeVisible()
  await expect(accept(page)).not.toBeInViewport()
  const toVerdict = page.getByRole('button', { name: 'К решению' })
  // it does not cover a field that is being typed in
  await page.getByRole('button', { name: 'Замечание к тексту' }).click()
  await expect(toVerdict).toBeHidden()
  await page.getByRole('button', { name: 'Отмена' }).click()
  await toVerdict.click()
  await expect(criteria(page)).toBeInViewport({ ratio: 1 })
  await expect(accept(page)).toBeInViewport({ ratio: 1 })
  await expect(giveBack(page)).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await box(criteria(page))).y - (await box(accept(page))).y).toBeLessThan(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('on a phone one goes to the task beside this one, and the list shows the one that was left', async ({
  page,
  request,
}) => {
  const { teacher } = await newQueue(request, 9)
  await stayUndoable(page)
  await page.setViewportSize({ width: 375, height: 600 })
  await openAs(page, teacher.token, '/tasks')
  const row = (name: string) =>
    page.getByRole('list', { name: 'Очередь работ' }).getByRole('link', { name: new RegExp(name) })
  await row('Номер08').click()
  const desk = page.getByRole('region', { name: 'Плакат' })
  await expect(desk).toContainText('Номер08')
  await page.getByRole('button', { name: 'Следующая работа' }).click()
  await expect(desk).toContainText('Номер09')
  await expect(page.getByRole('button', { name: 'Следующая работа' })).toBeDisabled()
  await page.getByRole('button', { name: 'Предыдущая работа' }).click()
  await expect(desk).toContainText('Номер08')
  await page.getByRole('link', { name: 'К списку работ' }).click()
  await expect(row('Номер08')).toBeInViewport({ ratio: 1 })

  // wherever one scrolls to, the bar of an undo does not cover the way to the verdict
  await row('Номер08').click()
  await accept(page).click()
  await page.getByRole('button', { name: 'Принять без баллов' }).click()
  const undo = page.getByRole('region', { name: 'Отмена' }).getByRole('button')
  await expect(undo).toBeVisible()
  await expect(desk).toContainText('Номер09')
  await expect(page.getByRole('button', { name: 'К решению' })).toBeVisible()
  const covered = await page.evaluate(() => {
    const bar = document.querySelector('[aria-label="Отмена"] button')
    const way = [...document.querySelectorAll('button')].find((button) => button.textContent === 'К решению')
    return Array.from({ length: 20 }, (_, step) => step * 20).filter((top) => {
      window.scrollTo(0, top)
      const [over, under] = [bar?.getBoundingClientRect(), way?.getBoundingClientRect()]
      return !over || !under || (under.bottom > over.top && under.top < over.bottom)
    })
  })
  expect(covered).toEqual([])
})

test('on a phone the acts on selected tasks stay at the bottom of the screen', async ({ page, request }) => {
  const { teacher } = await newQueue(request, 8)
  await page.setViewportSize({ width: 375, height: 600 })
  await openAs(page, teacher.token, '/tasks')
  await page.getByRole('button', { name: 'Выбрать несколько' }).click()
  await page.getByRole('checkbox', { name: /^Выбрать: .*Номер01/ }).check()
  const last = page.getByRole('list', { name: 'Очередь работ' }).getByRole('link', { name: /Номер08/ })
  await expect(last).not.toBeInViewport()
  const acts = page.getByRole('region', { name: 'Выбранные работы' })
  await expect(acts.getByRole('button', { name: 'Принять' })).toBeInViewport({ ratio: 1 })
})

test('Escape leaves every field with its text, and the keys work again', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await page.getByRole('button', { name: 'Заметка к критерию: Сетка держится' }).click()
  await page.keyboard.type('Держится')
  await page.keyboard.press('Escape')
  const fields = [
    newRemark(page),
    comment(page),
    page.getByRole('textbox', { name: 'Баллы' }),
    page.getByRole('textbox', { name: 'Новое сообщение' }),
    page.getByRole('searchbox', { name: 'Поиск по имени или уроку' }),
  ]
  for (const field of fields) {
    await field.click()
    await page.keyboard.type('7')
    await page.keyboard.press('Escape')
    await expect(field).not.toBeFocused()
    await expect(field).toHaveValue('7')
    // a key of the desk, not a letter of the field
    await page.keyboard.press('c')
    await expect(comment(page)).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('textbox', { name: 'Заметка: Сетка держится' })).toHaveValue('Держится')
})

test('a remark that is typed and not added causes a question, and is neither sent nor lost', async ({
  page,
  request,
}) => {
  const { teacher, tasks } = await newQueue(request, 3)
  const { token } = teacher
  await stayUndoable(page)
  await openAs(page, token, `/tasks?task=${tasks[0]}`)
  const question = page.getByRole('dialog', { name: 'Добавить замечание?' })
  const remarks = page.getByRole('group', { name: 'Что исправить' })
  const desk = (name: string) => page.getByRole('region', { name: 'Плакат' }).getByText(`Работа: ${name}.`)

  await test.step('going on to the next task', async () => {
    await newRemark(page).fill('Поля шире')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(question).toContainText('Поля шире')
    await question.getByRole('button', { name: 'Отменить' }).click()
    await expect(desk('Номер01')).toBeVisible()
    await expect(newRemark(page)).toHaveValue('Поля шире')
    await page
      .getByRole('link', { name: /Номер02/ })
      .first()
      .click()
    await question.getByRole('button', { name: 'Не добавлять' }).click()
    await expect(desk('Номер02')).toBeVisible()
    await page.keyboard.press('k')
    await expect(newRemark(page)).toHaveValue('Поля шире')
    // at a place of the task, too: together they may be longer than one remark
    const long = 'Б'.repeat(1995)
    await page.getByRole('button', { name: 'Замечание к тексту' }).click()
    await page.getByRole('textbox', { name: 'Замечание: к словам текста' }).fill(long)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page
      .getByRole('dialog', { name: 'Добавить замечания?' })
      .getByRole('button', { name: 'Не добавлять' })
      .click()
    await expect(desk('Номер02')).toBeVisible()
    await page.keyboard.press('k')
    await expect(newRemark(page)).toHaveValue(`Поля шире ${long}`)
    await newRemark(page).press('Enter')
    await expect(page.getByText('Не длиннее 2000 знаков')).toBeVisible()
    await newRemark(page).fill('Поля шире')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await question.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(desk('Номер02')).toBeVisible()
    await page.keyboard.press('k')
    await expect(remarks.getByRole('listitem')).toHaveText(/Поля шире/)
    await expect(newRemark(page)).toHaveValue('')
  })

  await test.step('sending a verdict', async () => {
    await newRemark(page).fill('И заголовок крупнее')
    await giveBack(page).click()
    await question.getByRole('button', { name: 'Добавить и вернуть' }).click()
    await expect(desk('Номер02')).toBeVisible()
    const sent = async () =>
      (await callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token })).task.attempts[0].review
    await expect.poll(sent).not.toBeNull()
    expect((await sent()).remarks.map(({ text }: { text: string }) => text)).toEqual([
      'Поля шире',
      'И заголовок крупнее',
    ])
  })

  await test.step('without it', async () => {
    await newRemark(page).fill('Может быть, синий?')
    await accept(page).click()
    await question.getByRole('button', { name: 'Принять без него' }).click()
    // its criteria are unmarked, which causes a separate question
    await page.getByRole('button', { name: 'Принять без баллов' }).click()
    await expect(desk('Номер03')).toBeVisible()
    const sent = async () =>
      (await callApi(request, 'GET', `/api/tasks/${tasks[1]}`, { token })).task.attempts[0].review
    await expect.poll(sent).toMatchObject({ verdict: 'accepted', remarks: [] })
    // after an undo it is in its field again, also when the response to that was lost
    await loseResponse(page, '**/api/tasks/*/review')
    await page.keyboard.press('z')
    await expect(newRemark(page)).toHaveValue('Может быть, синий?')
  })
})

test('a page past the end of the queue leads to the last one', async ({ page, request }) => {
  const { teacher } = await newQueue(request, 1, [])
  await openAs(page, teacher.token, '/tasks?page=2')
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(1)
})

test('there is no way on from a task after the last page of the queue', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, taskPageSize + 2, [])
  const body = { attempt: 1, verdict: 'accepted' }
  await callApi(request, 'POST', `/api/tasks/${tasks.at(-1)}/review`, { token: teacher.token, body })
  await page.setViewportSize({ width: 375, height: 600 })
  await openAs(page, teacher.token, `/tasks?task=${tasks.at(-1)}`)
  const way = (name: string) => page.getByRole('button', { name })
  await expect(way('Следующая работа')).toBeDisabled()
  await way('Предыдущая работа').click()
  await expect(page.getByRole('region', { name: 'Плакат' })).toContainText(`Номер${taskPageSize + 1}`)
  await expect(way('Следующая работа')).toBeDisabled()
})

test('a step from a task of a link waits until it is known whether it leads on', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, taskPageSize + 2, [])
  const body = { attempt: 1, verdict: 'accepted' }
  await callApi(request, 'POST', `/api/tasks/${tasks.at(-1)}/review`, { token: teacher.token, body })
  await page.setViewportSize({ width: 375, height: 600 })
  const gates = [`/api/tasks/${tasks.at(-1)}`, 'page=2'].map((part) => ({ part, ...Promise.withResolvers<void>() }))
  await page.route(/\/api\/tasks/, async (route) => {
    await gates.find(({ part }) => route.request().url().endsWith(part))?.promise
    await route.continue()
  })
  await openAs(page, teacher.token, `/tasks?task=${tasks.at(-1)}`)
  const next = page.getByRole('button', { name: 'Следующая работа' })
  // the queue has loaded: its total is shown in several places, some of them later
  const total = page.getByText(String(taskPageSize + 1), { exact: true }).filter({ visible: true })
  await expect(total.first()).toBeVisible()
  await expect(next).toHaveAttribute('aria-busy', 'true')
  gates[0]?.resolve()
  await expect(page.getByRole('region', { name: 'Плакат' })).toContainText(`Номер${taskPageSize + 2}`)
  await expect(next).toHaveAttribute('aria-busy', 'true')
  gates[1]?.resolve()
  await expect(next).not.toHaveAttribute('aria-busy')
  await expect(next).toBeDisabled()
})

test('a long surname in the queue is not broken', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const student = await newPerson('student', 'Константин', 'Константинопольский')
  const course = await newJudgedCourse(request, teacher, [student], four)
  await handIn(request, student, course.lesson.id, '<p>Плакат.</p>')
  await openAs(page, teacher.token, '/tasks')
  const name = page.getByRole('list', { name: 'Очередь работ' }).getByText('Константинопольский')
  await expect(name).toBeVisible()
  const lines = await name.evaluate((element) => {
    const range = document.createRange()
    const text = element.firstChild as Text
    range.setStart(text, text.data.indexOf('Константинопольский'))
    range.setEnd(text, text.data.length)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('one thing at a time looks focused, and the buttons stay where they are while one types', async ({
  page,
  request,
}) => {
  const { teacher, tasks } = await newQueue(request, 1)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await expect(comment(page)).toBeVisible()
  // what arrives later moves the buttons, too
  await settled(page)
  const place = await box(giveBack(page))
  await comment(page).fill('Шире поля')
  await expect(page.getByText('Видите только вы')).toBeVisible()
  expect(await box(giveBack(page))).toEqual(place)
  await comment(page).fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(page.getByText('Подтвердите: Ctrl + Enter')).toBeVisible()
  await expect(comment(page)).toBeFocused()
  await expect(giveBack(page)).toHaveCSS('outline-style', 'none')
  expect(await box(giveBack(page))).toEqual(place)
})

test('on paper a task has the whole width, and the verdict follows it', async ({ page, request }) => {
  const { teacher, taskId } = await newLongTask(request)
  for (const width of [1280, 720]) {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, teacher.token, `/tasks?task=${taskId}`)
    const work = page.getByRole('article').filter({ hasText: 'Плакат стоит на сетке' })
    const verdict = page.getByRole('region', { name: 'Решение' })
    await expect(verdict.getByText('Все сведения на месте')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: 'Задания' })).toBeHidden()
    await expect(verdict.getByRole('button', { name: 'Принять' })).toBeHidden()
    const [above, below] = [await box(work), await box(verdict)]
    expect(above.width).toBeGreaterThan(600)
    expect(below.y).toBeGreaterThanOrEqual(above.bottom)
    await page.emulateMedia({ media: 'screen' })
  }
})
