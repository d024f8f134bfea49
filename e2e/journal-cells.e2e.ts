import { cell, newSchool } from './journal.ts'
import { openListening } from './live-events.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a score that a colleague has set in the meantime is replaced only on purpose', async ({ page, request }) => {
  const { teacher, course, task } = await newSchool(request)
  const colleague = await newPerson('curator')
  const setElsewhere = (score: number) =>
    callApi(request, 'PUT', `/api/tasks/${task}/score`, { token: colleague.token, body: { score } })
  await openListening(page, teacher, `/courses/${course.id}?view=journal`)
  const anna = cell(page, 'Анна Белова', 2)
  await expect(anna).toContainText('—/10')
  const type = async (score: string, elsewhere: number) => {
    await anna.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Оценка: Анна Белова, Письмо' })).toBeFocused()
    await page.keyboard.type(score)
    await setElsewhere(elsewhere)
    // the journal behind the field has followed
    await expect(cell(page, 'Анна Белова', 0)).toContainText(`${elsewhere * 10} %`)
    await page.keyboard.press('Enter')
  }
  const question = page.getByRole('dialog', { name: 'Оценка уже другая' })

  await type('5', 7)
  await expect(question).toContainText('Анна Белова, «Письмо». За это время оценку изменил кто-то ещё')
  // an Enter that was meant for the next cell replaces nothing
  await expect(question.getByRole('button', { name: 'Оставить 7' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(anna).toContainText('7/10')

  await type('5', 8)
  await question.getByRole('button', { name: 'Поставить 5' }).click()
  await expect(page.getByText('Анна Белова: 8 → 5')).toBeVisible()
  await expect(anna).toContainText('5/10')

  await test.step('an absence does not take a new score away, nor does a field that was left as it was', async () => {
    await type('н', 9)
    const other = page.getByRole('dialog', { name: 'Оценки уже другие' })
    await expect(other).toContainText('теперь 9')
    await other.getByRole('button', { name: 'Оставить как есть' }).click()
    await expect(anna).toContainText('9/10')
    await type('9', 6)
    await expect(cell(page, 'Борис Ветров', 2)).toBeFocused()
    await page.reload()
    await expect(anna).toContainText('6/10')
  })

  await test.step('under a filter, a row stays while it is edited, and leaves after it', async () => {
    await page.getByRole('combobox', { name: 'Какие работы показать' }).selectOption('Ждут проверки')
    await anna.focus()
    await page.keyboard.type('4')
    const body = { attempt: 1, review_revision: 0, verdict: 'accepted' }
    await callApi(request, 'POST', `/api/tasks/${task}/review`, { token: colleague.token, body })
    await expect(anna).toContainText('Принято')
    await page.keyboard.type('.5')
    await expect(page.getByRole('textbox', { name: 'Оценка: Анна Белова, Письмо' })).toHaveValue('4.5')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Анна Белова/ })).toHaveCount(0)
    await expect(cell(page, 'Борис Ветров', 2)).toBeFocused()
    await expect(page.getByText('Анна Белова: 6 → 4,5')).toBeVisible()
  })
})

test('a comment that is refused stays in its card, and replaces another one only on purpose', async ({
  page,
  request,
}) => {
  const { teacher, anna, course } = await newSchool(request)
  const colleague = await newPerson('curator')
  const { journal } = await callApi(request, 'GET', `/api/courses/${course.id}/journal`, { token: teacher.token })
  const place = { assignment_id: journal.assignments[1].id, student_id: anna.id }
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const first = cell(page, 'Анна Белова', 2)
  await first.focus()
  await page.keyboard.press('h')
  const card = page.getByRole('dialog', { name: 'Оценка, срок и история' })
  await card.getByLabel('Комментарий').fill('Написано вдумчиво')
  const cells = [{ ...place, comment: 'Спросим в среду' }]
  await callApi(request, 'PUT', `/api/courses/${course.id}/journal/cells`, { token: colleague.token, body: { cells } })
  const keep = card.getByRole('button', { name: 'Сохранить комментарий' })
  await keep.click()
  await expect(card.getByText('Комментарий уже другой: «Спросим в среду»')).toBeVisible()
  await expect(page.getByText('Журнал не изменён')).toHaveCount(0)
  await expect(card.getByLabel('Комментарий')).toHaveValue('Написано вдумчиво')
  await expect(card.getByLabel('Комментарий')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(first).toContainText('Комментарий: Спросим в среду')
  await first.press('h')
  await expect(card.getByLabel('Комментарий')).toHaveValue('Написано вдумчиво')
  await keep.click()
  await expect(card).toBeHidden()
  await expect(first).toContainText('Комментарий: Написано вдумчиво')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(first).toContainText('Комментарий: Спросим в среду')
})

test('the tooltip of a cell covers neither what was typed above it nor the head; its card fits on a low screen', async ({
  page,
  request,
}) => {
  const { teacher, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const [anna, boris] = [cell(page, 'Анна Белова', 2), cell(page, 'Борис Ветров', 2)]
  await anna.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(boris).toBeFocused()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('Срок')
  const bottomOf = async (place: typeof anna) => {
    const box = await place.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(async () => ((await tip.boundingBox())?.y ?? 0) - (await bottomOf(boris))).toBeGreaterThan(-1)

  await page.setViewportSize({ width: 740, height: 320 })
  await anna.scrollIntoViewIfNeeded()
  await anna.focus()
  await page.keyboard.press('h')
  const card = page.getByRole('dialog', { name: 'Оценка, срок и история' })
  await expect(card.getByRole('textbox', { name: 'Новая оценка' })).toBeFocused()
  await expect(card.getByRole('textbox', { name: 'Новая оценка' })).toBeInViewport({ ratio: 0.9 })
  await expect.poll(async () => (await card.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await expect.poll(() => bottomOf(card)).toBeLessThanOrEqual(320)
  await card.getByRole('button', { name: 'Продлить' }).focus()
  await expect(card.getByRole('button', { name: 'Продлить' })).toBeInViewport({ ratio: 0.9 })
})

test('Ctrl+Z takes back one mark after another, beside the cell where the next one begins, and not what is being typed', async ({
  page,
  request,
}) => {
  const { teacher, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const [anna, boris] = [cell(page, 'Анна Белова', 2), cell(page, 'Борис Ветров', 2)]
  await anna.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(boris).toBeFocused()
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await expect(boris).toContainText('8/10')
  await page.keyboard.press('Control+z')
  await expect(boris).toContainText('—/10')
  // until it is saved, the keys take nothing else back
  await expect(page.getByText('Борис Ветров: 8 → нет')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(anna).toContainText('—/10')

  await anna.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(anna).toContainText('7/10')
  await page.keyboard.type('8')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(boris).toBeFocused()
  await expect(anna).toContainText('7/10')

  // the message is neither over the heads of the columns nor over the cells that are being filled
  const message = await page.getByRole('region', { name: 'Сообщения' }).getByRole('status').boundingBox()
  expect(message?.y).toBeGreaterThan(400)
  expect(message?.x).toBeLessThan(100)
})

test('the scale of a course is changed apart from the filters, and taken back', async ({ page, request }) => {
  const { teacher, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const settings = page.getByRole('button', { name: 'Настройки журнала' })
  await settings.click()
  const scale = (name: string) => page.getByRole('menuitem', { name })
  await expect(scale('Баллы')).toHaveAttribute('aria-current', 'true')
  expect(await violations(page)).toEqual([])
  await scale('Проценты').click()
  await expect(page.getByText('Шкала курса: проценты')).toBeVisible()
  await settings.click()
  await expect(scale('Проценты')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByText('Шкала курса: баллы')).toBeVisible()

  // a phone begins with the table; the rest is one button away
  await page.setViewportSize({ width: 375, height: 812 })
  await expect.poll(async () => (await page.getByRole('grid').boundingBox())?.y).toBeLessThan(330)
  await expect(settings).toBeHidden()
  const tools = page.getByRole('button', { name: 'Инструменты' })
  await tools.click()
  await page.getByRole('combobox', { name: 'Какие работы показать' }).selectOption('Принято')
  await expect(settings).toBeVisible()
  expect(await violations(page)).toEqual([])
  await tools.click()
  await expect(settings).toBeHidden()
  await expect(tools).toHaveText('Инструменты · 1')
})

test('a teacher adds a column, whose maximum must be a number', async ({ page, request }) => {
  const { teacher, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  await page.getByRole('button', { name: 'Столбец', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый столбец' })
  await dialog.getByLabel('Название').fill('Контрольная')
  await dialog.getByLabel('Максимум баллов').fill('10 баллов')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(dialog.getByText('Введите число')).toBeVisible()
  await expect(dialog.getByLabel('Максимум баллов')).toBeFocused()
  await dialog.getByLabel('Максимум баллов').fill('12,5')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  const head = page.getByRole('columnheader', { name: /Контрольная/ })
  await expect(head).toBeVisible()
  await head.press('o')
  await expect(page.getByRole('dialog', { name: 'Столбец журнала' }).getByLabel('Название')).toHaveValue('Контрольная')
  await page.keyboard.press('Escape')
  // a mark there has no history, and no place for a reason
  const first = cell(page, 'Анна Белова', 3)
  await first.focus()
  await page.keyboard.press('h')
  const card = page.getByRole('dialog', { name: 'Оценка и комментарий' })
  await expect(card.getByText('Оценки ещё не было.')).toHaveCount(0)
  await expect(card.getByLabel('Причина')).toHaveCount(0)
  await card.getByLabel('Новая оценка').fill('11')
  await card.getByRole('button', { name: 'Изменить оценку' }).click()
  await expect(first).toContainText('11/12,5')
})
