import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { untilListening } from './live-events.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'

const newOutline = async (request: APIRequestContext, names: string[] = []) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const { token } = teacher
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Плакат' } })
  for (const name of names)
    await callApi(request, 'POST', '/api/lessons', { token, body: { course_id: course.id, name } })
  return { teacher, courseId: course.id as number }
}

/** Names of the lessons in each group: without a section, then section by section. */
const shown = (page: Page) =>
  page
    .locator('[data-group]')
    .evaluateAll((groups) =>
      groups.map((group) =>
        [...group.querySelectorAll('[data-outline-link^="lesson"]')].map((link) => link.textContent ?? ''),
      ),
    )
/** Loads the page again once everything is saved. */
const reload = async (page: Page) => {
  await expect(page.getByText('Сохраняем…')).toBeHidden()
  await page.reload()
}
const expectShown = (page: Page, wanted: string[][]) => expect.poll(() => shown(page)).toEqual(wanted)

test('a course is made by typing names: lessons, a section, a lesson in it', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request)
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.getByRole('textbox', { name: 'Новый урок' }).click()
  for (const name of ['Сетка', 'Поля', 'Модуль']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await expectShown(page, [['Сетка', 'Поля', 'Модуль']])
  await page.getByRole('textbox', { name: 'Новый раздел' }).click()
  await page.keyboard.type('Тексты')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Новый урок в разделе «Тексты»' })).toBeFocused()
  await page.keyboard.type('Кегль')
  await page.keyboard.press('Enter')
  await expectShown(page, [['Сетка', 'Поля', 'Модуль'], ['Кегль']])
  await reload(page)
  await expectShown(page, [['Сетка', 'Поля', 'Модуль'], ['Кегль']])
})

test('lessons move by the keyboard, also between sections; a step can be undone', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля', 'Модуль'])
  await callApi(request, 'POST', `/api/courses/${courseId}/sections`, {
    token: teacher.token,
    body: { name: 'Тексты' },
  })
  await openAs(page, teacher.token, `/courses/${courseId}`)
  const fields = page.getByRole('link', { name: 'Поля', exact: true })
  await fields.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(fields).toBeFocused()
  await expectShown(page, [['Сетка', 'Модуль'], ['Поля']])
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expectShown(page, [['Сетка', 'Модуль', 'Поля'], []])

  await fields.focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Поля и воздух')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Поля и воздух', exact: true })).toBeFocused()
  await reload(page)
  await expectShown(page, [['Сетка', 'Модуль', 'Поля и воздух'], []])
})

test('the offer to undo a step stays while the page is too busy to show it', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля'])
  await page.clock.install()
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.getByRole('link', { name: 'Сетка', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  const undo = page.getByRole('button', { name: 'Отменить' })
  await expect(undo).toBeVisible()
  // each timer that is due runs once, as on a page that has done something else for a minute
  await page.clock.fastForward(60_000)
  await undo.click()
  await expectShown(page, [['Сетка', 'Поля']])
})

test('a lesson is dragged into a section', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля', 'Модуль'])
  await callApi(request, 'POST', `/api/courses/${courseId}/sections`, {
    token: teacher.token,
    body: { name: 'Тексты' },
  })
  await openAs(page, teacher.token, `/courses/${courseId}`)
  const handle = page.locator('[data-lesson]').first().locator('[data-tip^="Перетащите"]')
  await handle.hover()
  await page.mouse.down()
  await page.getByRole('textbox', { name: 'Новый урок в разделе «Тексты»' }).hover()
  await page.mouse.up()
  await expectShown(page, [['Поля', 'Модуль'], ['Сетка']])
  await reload(page)
  await expectShown(page, [['Поля', 'Модуль'], ['Сетка']])
})

test('several lessons are published and put into the bin at once, and brought back', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля', 'Модуль', 'Кегль'])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  const bar = page.getByRole('region', { name: 'Выбранные уроки' })
  await page.getByRole('checkbox', { name: 'Отметить урок «Поля»' }).click()
  await page.getByRole('checkbox', { name: 'Отметить урок «Кегль»' }).click({ modifiers: ['Shift'] })
  await expect(bar.getByRole('status')).toHaveText('3 урока')
  await bar.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Черновик', { exact: true })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Отметить урок «Сетка»' }).click()
  await page.getByRole('checkbox', { name: 'Отметить урок «Модуль»' }).click()
  await bar.getByRole('button', { name: 'В корзину' }).click()
  await expectShown(page, [['Поля', 'Кегль']])
  await expect(page.getByRole('heading', { name: 'Корзина' })).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expectShown(page, [['Сетка', 'Поля', 'Модуль', 'Кегль']])
})

test('two teachers see each other’s changes, and lose none', async ({ page, newDevice, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля'])
  const colleague = await newPerson('teacher')
  const body = { user_ids: [teacher.id, colleague.id] }
  await callApi(request, 'PUT', `/api/courses/${courseId}/teachers`, { token: teacher.token, body })
  const other = await newDevice()
  const live = Promise.all([untilListening(page), untilListening(other)])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await openAs(other, colleague.token, `/courses/${courseId}`)
  const field = (of: Page) => of.getByRole('textbox', { name: 'Новый урок' })
  await Promise.all([field(page).fill('Модуль'), field(other).fill('Кегль')])
  await Promise.all([field(page).press('Enter'), field(other).press('Enter')])
  await live
  for (const each of [page, other])
    await expect.poll(async () => (await shown(each)).flat().sort()).toEqual(['Кегль', 'Модуль', 'Поля', 'Сетка'])
  await other.getByRole('link', { name: 'Сетка', exact: true }).focus()
  await other.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await shown(page))[0]?.slice(0, 2)).toEqual(['Поля', 'Сетка'])
  await other.close()
})

test('a name that could not be saved is saved by one press, with the same text', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка'])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.route('**/api/lessons/*', (route) => route.abort())
  await page.getByRole('link', { name: 'Сетка', exact: true }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Поля и воздух')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Не сохранено: название изменено')).toBeVisible()
  await expectShown(page, [['Сетка']])
  await page.unroute('**/api/lessons/*')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expectShown(page, [['Поля и воздух']])
  await reload(page)
  await expectShown(page, [['Поля и воздух']])
})

test('names that could not be added stay, and are added again', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка'])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await expectShown(page, [['Сетка']])
  await page.route('**/api/lessons', (route) => route.abort())
  const field = page.getByRole('textbox', { name: 'Новый урок' })
  for (const name of ['Поля', 'Модуль']) {
    await field.fill(name)
    await field.press('Enter')
  }
  const failed = page.getByRole('group', { name: 'Не добавлено' })
  await expect(failed).toContainText('«Поля», «Модуль»')
  await expectShown(page, [['Сетка']])
  await page.unroute('**/api/lessons')
  await field.fill('Ещё не готово')
  await failed.getByRole('button', { name: 'Добавить ещё раз' }).click()
  await expectShown(page, [['Сетка', 'Поля', 'Модуль']])
  await expect(field).toHaveValue('Ещё не готово')
})

test('a lesson is renamed by its menu', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка'])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.getByRole('button', { name: 'Действия с уроком «Сетка»' }).click()
  await page.getByRole('menuitem', { name: 'Переименовать' }).click()
  const field = page.getByRole('textbox', { name: 'Новое название урока «Сетка»' })
  await expect(field).toBeFocused()
  // the menu has closed
  await expect(page.getByRole('menu')).toHaveCount(0)
  await field.fill('Сетка и шаг')
  await field.press('Enter')
  await expectShown(page, [['Сетка и шаг']])
})

test('lessons open beside the outline, one after another, and are published where they are written', async ({
  page,
  request,
}) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка', 'Поля'])
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.getByRole('link', { name: 'Изменить урок «Сетка»' }).click()
  const outline = page.getByRole('complementary', { name: 'Программа курса' })
  await expect(outline.getByRole('link', { name: 'Сетка', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: 'Текст урока' }).fill('Сетка держит страницу.')
  // its buttons leave a phone room to write
  await page.setViewportSize({ width: 375, height: 812 })
  const bar = page.getByText('Пока это видите только вы').locator('xpath=ancestor::*[@data-form-bar]')
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(125)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Сохранить и опубликовать' }).click()
  await expect(page.getByText('Урок опубликован')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сохранить и опубликовать' })).toBeHidden()

  await page.getByRole('link', { name: /Следующий урок/ }).click()
  await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Поля')
  await outline.getByRole('textbox', { name: 'Новый урок' }).fill('Модуль')
  await page.keyboard.press('Enter')
  await outline.getByRole('link', { name: 'Модуль', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Модуль')
  const { course } = await callApi(request, 'GET', `/api/courses/${courseId}`, { token: teacher.token })
  const statuses = course.lessons.map(({ name, status }: { name: string; status: { slug: string } }) => [
    name,
    status.slug,
  ])
  expect(statuses).toEqual([
    ['Сетка', 'published'],
    ['Поля', 'draft'],
    ['Модуль', 'draft'],
  ])
})

test('a draft that is refused stays one, and is not published by the next save', async ({ page, request }) => {
  const { teacher, courseId } = await newOutline(request, ['Сетка'])
  const statuses = async () => {
    const { course } = await callApi(request, 'GET', `/api/courses/${courseId}`, { token: teacher.token })
    return course.lessons.map(({ name, status }: { name: string; status: { slug: string } }) => [name, status.slug])
  }
  await openAs(page, teacher.token, `/courses/${courseId}`)
  await page.getByRole('link', { name: 'Изменить урок «Сетка»' }).click()
  const name = page.getByRole('textbox', { name: 'Название' })
  const publish = page.getByRole('button', { name: 'Сохранить и опубликовать' })
  const draft = page.getByRole('radio', { name: 'Черновик' })
  await name.fill('')
  await publish.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await expect(draft).toBeChecked()
  await name.fill('Сетка в макете')

  await page.getByText('Задание', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Что нужно сделать' }).fill('Сделайте плакат.')
  const due = page.getByLabel('Срок сдачи')
  await due.focus()
  // a day that is typed in part
  await page.keyboard.type('12')
  await publish.click()
  await expect(due).toHaveAttribute('aria-invalid', 'true')
  await expect(due).toBeFocused()
  await expect(draft).toBeChecked()
  await due.fill('')

  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Урок сохранён')).toBeVisible()
  expect(await statuses()).toEqual([['Сетка в макете', 'draft']])
})

test('a course of five lessons, one with an assignment, takes at most fifteen clicks', async ({ page }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  await openAs(page, teacher.token, '/courses')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true })
  await click(page.getByRole('link', { name: 'Новый курс' }).first())
  await page.getByRole('textbox', { name: 'Название' }).fill('Плакат за неделю')
  await click(press('Создать курс'))
  await click(page.getByRole('textbox', { name: 'Новый урок' }))
  const names = ['Сетка', 'Поля', 'Модуль', 'Шрифт', 'Плакат']
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await expectShown(page, [names])
  await click(page.getByRole('link', { name: 'Изменить урок «Плакат»' }))
  await click(page.getByText('Задание', { exact: true }).first())
  await page.getByRole('textbox', { name: 'Что нужно сделать' }).fill('Сделайте плакат.')
  await click(press('Сохранить и опубликовать'))
  await expect(page.getByText('Урок опубликован')).toBeVisible()
  await click(page.getByRole('main').getByRole('link', { name: 'Плакат за неделю' }).first())
  await click(page.getByRole('checkbox', { name: 'Отметить урок «Сетка»' }))
  clicks += 1
  await page.getByRole('checkbox', { name: 'Отметить урок «Шрифт»' }).click({ modifiers: ['Shift'] })
  await click(page.getByRole('region', { name: 'Выбранные уроки' }).getByRole('button', { name: 'Опубликовать' }))
  await expect(page.getByText('Черновик', { exact: true })).toHaveCount(1)
  await click(press('Опубликовать'))
  await expect(page.getByText('Черновик', { exact: true })).toHaveCount(0)
  expect(clicks).toBeLessThanOrEqual(15)
})
