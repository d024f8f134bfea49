import type { APIRequestContext, Page, Route } from '@playwright/test'
import { cell, newSchool, paste } from './journal.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'

const cellsAddress = '**/api/courses/*/journal/cells'

/** Holds changes of cells until they are let go, by `send`. */
const hold = async (page: Page, send: (route: Route) => Promise<void>, options?: { times: number }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(cellsAddress, (route) => held.then(() => send(route)), options)
  return release
}

/** The server does what it is asked for, and its response is lost. */
const loseResponse = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

/** A course with a column without a hand-in, in the journal of its teacher. */
const openColumn = async (page: Page, request: APIRequestContext) => {
  const school = await newSchool(request)
  const { teacher, course } = school
  const body = { name: 'Ответ у доски', held_on: '2026-09-10' }
  const { column } = await callApi(request, 'POST', `/api/courses/${course.id}/journal/columns`, {
    token: teacher.token,
    body,
  })
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const [anna, boris] = [cell(page, 'Анна Белова', 3), cell(page, 'Борис Ветров', 3)]
  await expect(anna).toContainText('—')
  const setElsewhere = async (score: number) => {
    const colleague = await newPerson('curator')
    const cells = [{ assignment_id: column.id, student_id: school.anna.id, score }]
    await callApi(request, 'PUT', `/api/courses/${course.id}/journal/cells`, {
      token: colleague.token,
      body: { cells },
    })
  }
  return { ...school, anna, boris, setElsewhere }
}

test('marks show before they are saved, and a slip is typed again meanwhile', async ({ page, request }) => {
  const { anna, boris } = await openColumn(page, request)
  const release = await hold(page, (route) => route.continue())
  await anna.focus()
  for (const mark of ['4', 'н']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
  }
  await expect(anna).toContainText('4')
  await expect(boris).toContainText('Отсутствие')
  await anna.focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(anna).toContainText('5')
  await paste(page, '3')
  await expect(boris).toContainText('3')
  await expect(boris).not.toContainText('Отсутствие')
  const last = page.waitForResponse((response) => response.request().postData()?.includes('"score":3') ?? false)
  release()
  expect((await last).status()).toBe(200)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(anna).toContainText('5')
  await expect(boris).toContainText('3')
})

test('a mark that is typed again after its response was lost is no conflict, and nothing is left unsaved', async ({
  page,
  request,
}) => {
  const { anna } = await openColumn(page, request)
  const release = await hold(page, loseResponse, { times: 1 })
  await anna.focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(anna).toContainText('4')
  await anna.focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByText('Клетка изменена')).toBeVisible()
  await expect(page.getByText('Нет связи: не сохранено')).toHaveCount(0)
  await expect(anna).toContainText('5')
  // the undo leads to what the server had
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(anna).toContainText('4')
})

test('a mark that is typed again asks once, when a colleague has set another one before both', async ({
  page,
  request,
}) => {
  const { anna, setElsewhere } = await openColumn(page, request)
  const release = await hold(page, (route) => route.continue())
  await anna.focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await anna.focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(anna).toContainText('5')
  await setElsewhere(2)
  release()
  const question = page.getByRole('dialog', { name: 'Оценки уже другие' })
  await expect(question).toContainText('теперь 2')
  await question.getByRole('button', { name: 'Оставить как есть' }).click()
  await expect(question).toBeHidden()
  await expect(anna).toContainText('2')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the score of a cell that is chosen again in its card takes the place of one whose response was lost', async ({
  page,
  request,
}) => {
  const { anna } = await openColumn(page, request)
  // nor is the journal loaded again, which would show the mark
  const journalAddress = /api\/courses\/\d+\/journal$/
  await page.route(journalAddress, (route) => route.abort())
  await page.route(cellsAddress, loseResponse, { times: 1 })
  await anna.focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'Нет связи: не сохранено' })
  await expect(message).toBeVisible()
  await expect(anna).toContainText('—')
  await anna.press('h')
  const card = page.getByRole('dialog', { name: 'Оценка и комментарий' })
  await card.getByRole('button', { name: 'Изменить оценку' }).click()
  await expect(card.getByText('Оценка та же')).toBeVisible()
  await expect(message).toBeHidden()
  await expect(page.getByText('Как было', { exact: true })).toBeVisible()
  await page.unroute(journalAddress)
  await page.reload()
  await expect(anna).toContainText('—')
})

test('a comment that is typed on while it is saved stays in its card, and is saved as well', async ({
  page,
  request,
}) => {
  const { anna } = await openColumn(page, request)
  const release = await hold(page, (route) => route.continue())
  await anna.press('h')
  const card = page.getByRole('dialog', { name: 'Оценка и комментарий' })
  const comment = card.getByRole('textbox', { name: 'Комментарий' })
  const keep = card.getByRole('button', { name: 'Сохранить комментарий' })
  await comment.fill('Ответила')
  await keep.click()
  await comment.fill('Ответила без ошибок')
  release()
  await expect(anna).toContainText('Комментарий: Ответила')
  await expect(comment).toHaveValue('Ответила без ошибок')
  await keep.click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(anna).toContainText('Комментарий: Ответила без ошибок')
})

test('an undo is offered of the last change alone, once that is saved', async ({ page, request }) => {
  const { anna } = await openColumn(page, request)
  const undo = page.getByRole('button', { name: 'Отменить' })
  const type = async (mark: string) => {
    await anna.focus()
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
    await expect(anna).toContainText(mark)
  }
  await type('4')
  await expect(undo).toBeVisible()
  const release = await hold(page, (route) => route.continue())
  await type('5')
  await expect(undo).toHaveCount(0)
  release()
  await undo.click()
  await expect(anna).toContainText('4')
})

test('scores that found no network are named, and saved by one press', async ({ page, request }) => {
  const { teacher, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const [anna, boris] = [cell(page, 'Анна Белова', 2), cell(page, 'Борис Ветров', 2)]
  await expect(anna).toContainText('—/10')
  await page.route('**/api/tasks/*/score', (route) => route.abort())
  await anna.focus()
  for (const score of ['7', '8,5']) {
    await page.keyboard.type(score)
    await page.keyboard.press('Enter')
  }
  const message = page.getByRole('alert').filter({ hasText: 'Нет связи: не сохранено' })
  await expect(message).toContainText('Анна Белова: 7, Борис Ветров: 8,5')
  await expect(anna).toContainText('—/10')
  // typed again or pasted over, a cell counts as it is now
  await anna.focus()
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(message).toContainText('Борис Ветров: 8,5, Анна Белова: 6')
  // what a cell shows, chosen again, withdraws what is unsaved of it
  await anna.focus()
  await page.keyboard.type('6')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(message).not.toContainText('Анна Белова')
  await anna.focus()
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(message).toContainText('Борис Ветров: 8,5, Анна Белова: 6')
  await boris.focus()
  await paste(page, '9')
  await expect(message.getByText('Анна Белова: 6', { exact: true })).toBeVisible()
  await page.unroute('**/api/tasks/*/score')
  await message.getByRole('button', { name: 'Повторить' }).click()
  await expect(anna).toContainText('6/10')
  await expect(boris).toContainText('9/10')
  await expect(message).toBeHidden()
  // saved one after another, this one last
  await expect(page.getByText('Анна Белова: нет → 6')).toBeVisible()
  await page.reload()
  await expect(anna).toContainText('6/10')
  await expect(boris).toContainText('9/10')
})

test('marks that found no network are saved after a reload, over a colleague’s on purpose alone', async ({
  page,
  request,
}) => {
  const { anna, boris, setElsewhere } = await openColumn(page, request)
  await page.route(cellsAddress, (route) => route.abort())
  await anna.focus()
  for (const mark of ['4', 'н']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
  }
  const message = page.getByRole('alert').filter({ hasText: 'Нет связи: не сохранено' })
  await expect(message).toContainText('Анна Белова: 4, Борис Ветров: н')
  await setElsewhere(2)
  await page.unroute(cellsAddress)
  await page.reload()
  const offer = page.getByRole('dialog', { name: 'В прошлый раз сохранилось не всё' })
  await expect(offer).toContainText(
    'До сервера могло не дойти: Анна Белова, «Ответ у доски»: 4; Борис Ветров, «Ответ у доски»: н.',
  )
  await offer.getByRole('button', { name: 'Сохранить сейчас' }).click()
  const question = page.getByRole('dialog', { name: 'Оценки уже другие' })
  await expect(question).toContainText('теперь 2')
  await expect(question).toContainText('Вы ставили: Анна Белова: 4')
  // «Клетка изменена» may still be about the mark of the other student, which was saved before the question
  const [saved] = await Promise.all([
    page.waitForResponse((response) => /"expected":2\b/.test(response.request().postData() ?? '')),
    question.getByRole('button', { name: 'Записать мои' }).click(),
  ])
  expect([new URL(saved.url()).pathname, saved.status()]).toEqual([expect.stringMatching(/\/journal\/cells$/), 200])
  await expect(boris).toContainText('Отсутствие')
  await expect(anna).toContainText('4')
  await expect(page.getByText('Клетка изменена')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeVisible()
  await expect(message).toHaveCount(0)
  await page.reload()
  await expect(anna).toContainText('4')
  await expect(boris).toContainText('Отсутствие')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('marks that found no network are offered again where the filters leave no row', async ({ page, request }) => {
  const { anna, course } = await openColumn(page, request)
  await page.route(cellsAddress, (route) => route.abort())
  await anna.focus()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'Нет связи: не сохранено' })
  await expect(message).toContainText('Анна Белова: 4')
  await page.unroute(cellsAddress)
  await page.goto(`/courses/${course.id}?view=journal&search=Яхонтов`)
  const offer = page.getByRole('dialog', { name: 'В прошлый раз сохранилось не всё' })
  await expect(page.getByText('Никого не нашлось')).toBeVisible()
  await offer.getByRole('button', { name: 'Сохранить сейчас' }).click()
  await expect(page.getByText('Клетка изменена')).toBeVisible()
  await page.getByRole('button', { name: 'Показать всех' }).click()
  await expect(anna).toContainText('4')
})
