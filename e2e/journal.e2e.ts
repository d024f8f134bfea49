import { readFile } from 'node:fs/promises'
import { cell, newSchool, paste } from './journal.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a teacher fills in the journal with keys alone', async ({ page, request }) => {
  test.setTimeout(90_000)
  const { teacher, course, task } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}`)
  await page.getByRole('link', { name: 'Журнал' }).click()
  await expect(page).toHaveURL(/view=journal/)
  const anna = cell(page, 'Анна Белова', 2)
  const boris = cell(page, 'Борис Ветров', 2)
  await expect(anna).toContainText('На проверке')
  await expect(anna).toContainText('Сдано позже срока')
  await expect(cell(page, 'Анна Белова', 1)).toContainText('Не сдано')

  await test.step('arrows move, Enter and digits edit, Escape restores', async () => {
    await cell(page, 'Анна Белова', 1).focus()
    await page.keyboard.press('ArrowRight')
    await expect(anna).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Оценка: Анна Белова, Письмо' })).toBeFocused()
    await page.keyboard.type('70')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'от 0 до 10' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(anna).toBeFocused()
    await expect(anna).toContainText('—/10')
    // the first of two scores that follow each other quickly is on its way until the second is typed
    const typed = Promise.withResolvers<void>()
    await page.route(
      '**/api/tasks/*/score',
      async (route) => {
        await typed.promise
        await route.continue()
      },
      { times: 1 },
    )
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(anna).toContainText('7/10')
    await expect(cell(page, 'Анна Белова', 0)).toContainText('70 %')
    // and the focus moves down, to the next student
    await expect(boris).toBeFocused()
    await page.keyboard.type('8,5')
    await page.keyboard.press('Tab')
    typed.resolve()
    await expect(boris).toContainText('8,5/10')
  })

  await test.step('the message undoes a slip', async () => {
    await expect(page.getByText('Борис Ветров: нет → 8,5')).toBeVisible()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect(boris).toContainText('—/10')
    await expect(page.getByText('Борис Ветров: 8,5 → нет')).toBeVisible()
  })

  await test.step('the history shows who changed what', async () => {
    await anna.focus()
    await page.keyboard.press('F2')
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await expect(anna).toContainText('9/10')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('h')
    const history = page.getByRole('dialog', { name: 'Оценка, срок и история' })
    await expect(history.getByRole('listitem')).toHaveText([
      /^Вера Лосева: 7 → 9, \d\d\.\d\d\.\d{4} \d\d:\d\d$/,
      /^Вера Лосева: нет → 7, /,
    ])
    await page.keyboard.press('Escape')
    await expect(history).toBeHidden()
    await expect(anna).toBeFocused()
  })

  await test.step('and a score is changed there with a reason', async () => {
    await page.keyboard.press('h')
    const history = page.getByRole('dialog', { name: 'Оценка, срок и история' })
    await expect(history.getByRole('textbox', { name: 'Новая оценка' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(history.getByText('Оценка та же')).toBeVisible()
    await history.getByRole('textbox', { name: 'Новая оценка' }).fill('8,5')
    await history.getByRole('textbox', { name: 'Причина' }).fill('Пересмотрели сетку')
    expect(await violations(page, '[role="dialog"]')).toEqual([])
    await page.keyboard.press('Enter')
    await expect(history).toBeHidden()
    await expect(anna).toContainText('8,5/10')
    await expect(anna).toBeFocused()
    await page.keyboard.press('h')
    await expect(history.getByRole('listitem').first()).toContainText('Пересмотрели сетку')
    await page.keyboard.press('Escape')
    await expect(anna).toBeFocused()
  })

  await test.step('weights are changed in the table head', async () => {
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Вес: Письмо' })).toBeFocused()
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: /Письмо/ })).toContainText('вес 0')
    await expect(cell(page, 'Анна Белова', 0)).toContainText('—')
  })

  await test.step('names and states narrow it, a score that is left for the search is kept', async () => {
    const search = page.getByRole('searchbox', { name: 'Имя студента' })
    await anna.focus()
    await page.keyboard.type('9')
    await search.click()
    await page.keyboard.type('ветров')
    await expect(search).toHaveValue('ветров')
    await expect(page.getByRole('row')).toHaveCount(2)
    await search.fill('')
    await expect(anna).toContainText('9/10')
    await page.getByRole('combobox', { name: 'Какие работы показать' }).selectOption('Принято')
    await expect(page.getByText('Никого не нашлось')).toBeVisible()
    await page.getByRole('button', { name: 'Показать всех' }).click()
    await expect(page.getByRole('row')).toHaveCount(3)
  })

  await test.step('all of it is accessible to a screen reader', async () => {
    expect(await violations(page)).toEqual([])
  })

  await test.step('a cell leads to its task', async () => {
    await anna.focus()
    await page.keyboard.press('o')
    await expect(page).toHaveURL(new RegExp(`/tasks\\?.*task=${task}`))
  })
})

test('the journal is downloaded as a table', async ({ page, request }) => {
  const { teacher, course, task } = await newSchool(request)
  await callApi(request, 'PUT', `/api/tasks/${task}/score`, { token: teacher.token, body: { score: 8.5 } })
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  for (const [label, ending] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ]) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: `Скачать журнал: ${label}` }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^Журнал — Вёрстка писем — \\d{4}-\\d\\d-\\d\\d\\.${ending}$`),
    )
    const bytes = await readFile(await download.path())
    if (ending === 'csv')
      expect(bytes.toString()).toContain('"Белова Анна";"";85;"Не сдано";;;"На проверке, позже срока";8,5;')
    else expect(bytes.subarray(0, 2).toString()).toBe('PK')
  }
})

test('students see their own scores, on a phone lesson by lesson', async ({ page, request }) => {
  const { teacher, anna, course, task } = await newSchool(request)
  await callApi(request, 'PUT', `/api/tasks/${task}/score`, { token: teacher.token, body: { score: 8.5 } })
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, anna.token, `/courses/${course.id}`)
  await page.getByRole('link', { name: 'Мои оценки' }).click()
  const own = page.getByRole('list', { name: 'Мои оценки' })
  await expect(own.getByRole('listitem')).toHaveCount(2)
  await expect(own).toContainText('8,5 из 10')
  await expect(page.getByText('85 %')).toBeVisible()
  await expect(page.getByText('Борис')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await violations(page)).toEqual([])
  await own.getByRole('link', { name: 'Письмо' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Письмо' })).toBeVisible()
})

test('a mark without a task, and the whole journal on paper', async ({ page, request }) => {
  test.setTimeout(90_000)
  const { teacher, anna, boris, course, lesson } = await newSchool(request)
  await callApi(request, 'POST', '/api/lessons', {
    token: teacher.token,
    body: { course_id: course.id, name: 'Доклад', status: 'published', assignment: { text: '<p>Расскажите.</p>' } },
  })
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const talk = cell(page, 'Анна Белова', 3)
  await expect(talk).toContainText('Не сдано')
  await talk.focus()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(talk).toContainText('Оценено без работы')
  await expect(talk).toContainText('9')

  await test.step('former students and deleted lessons stay, and are marked', async () => {
    await callApi(request, 'PUT', `/api/courses/${course.id}/students`, {
      token: teacher.token,
      body: { user_ids: [boris.id] },
    })
    await callApi(request, 'DELETE', `/api/lessons/${lesson}`, { token: teacher.token })
    await page.reload()
    await expect(page.getByRole('row', { name: /Анна Белова/ })).toContainText('выбыл')
    await expect(page.getByRole('columnheader', { name: /Письмо/ })).toContainText('удалён')
  })

  await test.step('paper has every student and column, and no controls', async () => {
    await page.getByRole('searchbox', { name: 'Имя студента' }).fill('Борис')
    await expect(page.getByRole('row', { name: /Анна Белова/ })).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const paper = page.getByRole('table', { name: `Журнал: ${course.name}` })
    await expect(paper.getByRole('row')).toHaveCount(3)
    await expect(paper.getByRole('row', { name: /Белова Анна/ })).toContainText('выбыл')
    await expect(paper.getByRole('columnheader', { name: /Письмо/ })).toContainText('удалён')
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Excel' })).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    await expect(page.getByRole('grid')).toBeVisible()
  })

  await test.step('the former student reads the task', async () => {
    await openAs(page, anna.token, '/tasks')
    await page.getByRole('link', { name: /Письмо/ }).click()
    await expect(page.getByText('Урок удалён: работу можно только читать.')).toBeVisible()
    await expect(page.getByText('Письмо Анны.')).toBeVisible()
  })
})

test('an absence is typed as «н», a block of a spreadsheet is pasted, a comment is read', async ({ page, request }) => {
  const { teacher, anna, course } = await newSchool(request)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const [first, second] = [cell(page, 'Анна Белова', 1), cell(page, 'Анна Белова', 2)]
  const below = cell(page, 'Борис Ветров', 2)
  await first.focus()
  // as a Russian keyboard sends it
  await first.dispatchEvent('keydown', { key: 'н', code: 'KeyY', bubbles: true })
  await expect(page.getByRole('textbox', { name: 'Оценка: Анна Белова, Первый урок' })).toHaveValue('н')
  await page.keyboard.press('Enter')
  await expect(first).toContainText('Отсутствие')

  await cell(page, 'Анна Белова', 0).focus()
  await paste(page, '5')
  await expect(page.getByText('За краем таблицы нет клеток для остального: 5.')).toBeVisible()
  await second.focus()
  await paste(page, '8\nотлично')
  await expect(page.getByText('Этого не поставить в клетку: отлично')).toBeVisible()
  await expect(second).toContainText('—/10')
  await paste(page, '8\n9,5\n')
  await expect(second).toContainText('8/10')
  await expect(below).toContainText('9,5/10')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(below).toContainText('—/10')

  await first.focus()
  await page.keyboard.press('h')
  await page.getByLabel('Комментарий').fill('Болела, спросим в среду')
  // closed by a slip, it is there again
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Комментарий')).toHaveCount(0)
  await first.press('h')
  await expect(page.getByLabel('Комментарий')).toHaveValue('Болела, спросим в среду')
  await page.getByRole('button', { name: 'Сохранить комментарий' }).click()
  await expect(first).toContainText('Комментарий: Болела')

  await openAs(page, anna.token, `/courses/${course.id}?view=journal`)
  const own = page.getByRole('list', { name: 'Мои оценки' }).getByRole('listitem').first()
  await expect(own).toContainText('Отсутствие')
  await expect(own).toContainText('Болела, спросим в среду')
})

test('a curator adds a quarter, a teacher types its total, and the student sees it closed', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const curator = await newPerson('curator', 'Ольга', 'Ветрова')
  const { teacher, anna, course } = await newSchool(request)
  // long ago, where no other course has columns
  const year = 2010 + test.info().retry
  const name = `Четверть ${year} года`
  await openAs(page, curator.token, '/settings?tab=periods')
  await page.getByRole('button', { name: 'Добавить период' }).click()
  const last = (field: string) => page.getByLabel(new RegExp(`^Период \\d+: ${field}$`)).last()
  await expect(last('название')).toBeFocused()
  await page.keyboard.type(name)
  await last('первый день').fill(`${year}-09-01`)
  await last('последний день').fill(`${year}-10-25`)
  expect(await violations(page)).toEqual([])
  // what a colleague has saved in the meantime is not replaced unseen
  const colleague = await newPerson('curator')
  const { periods } = await callApi(request, 'GET', '/api/settings/periods', { token: colleague.token })
  const other = { kind: 'term', name: `Другая четверть ${year} года`, from: `${year}-11-05`, to: `${year}-12-28` }
  const body = { periods: [...periods, other] }
  await callApi(request, 'PUT', '/api/settings/periods', { token: colleague.token, body })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('heading', { name: 'За это время сохранили другую версию' })).toBeVisible()
  await page.getByRole('button', { name: 'Продолжить с моим' }).click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Периоды сохранены')).toBeVisible()

  const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
    callApi(request, method, path, { token: teacher.token, body })
  await ask('PUT', `/api/courses/${course.id}`, { scale: '2-5' })
  const { column } = await ask('POST', `/api/courses/${course.id}/journal/columns`, {
    name: 'Диктант',
    held_on: `${year}-09-14`,
    max_score: 10,
  })
  const cells = [{ assignment_id: column.id, student_id: anna.id, score: 8 }]
  await ask('PUT', `/api/courses/${course.id}/journal/cells`, { cells })
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const total = cell(page, 'Анна Белова', 2)
  await expect(total).toContainText('Предложенный итог 4')
  await total.focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(total).toContainText('Итог 5')
  await expect(page.getByText('Итог: нет\u00a0→\u00a05')).toBeVisible()

  // what a colleague has set while one was typing is replaced only on purpose
  const { periods: all } = await callApi(request, 'GET', '/api/settings/periods', { token: colleague.token })
  const period_id = all.find((period: { name: string }) => period.name === name).id
  await page.route(
    '**/journal/totals',
    async (route) => {
      const totals = [{ student_id: anna.id, period_id, score: 75 }]
      await callApi(request, 'PUT', `/api/courses/${course.id}/journal/totals`, {
        token: colleague.token,
        body: { totals },
      })
      await route.continue()
    },
    { times: 1 },
  )
  const typeTotal = async (mark: string) => {
    await total.focus()
    await page.keyboard.type(mark)
    await page.keyboard.press('Enter')
  }
  await typeTotal('3')
  const question = page.getByRole('dialog', { name: 'Итоги уже другие' })
  await expect(question).toContainText('Анна Белова: теперь 4')
  await question.getByRole('button', { name: 'Оставить как есть' }).click()
  await expect(total).toContainText('Итог 4')
  // a page that is left takes back what it has not sent, after a question that is not asked here
  const typed = page.waitForResponse('**/journal/totals')
  await typeTotal('5')
  await expect(total).toContainText('Итог 5')
  expect((await typed).ok()).toBe(true)

  await openAs(page, curator.token, `/courses/${course.id}?view=journal`)
  await page.route('**/journal/cells', (route) => route.abort(), { times: 1 })
  await cell(page, 'Анна Белова', 1).focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Нет связи: не сохранено')).toBeVisible()
  await page
    .getByRole('columnheader', { name: new RegExp(name) })
    .getByRole('button')
    .click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toContainText('4 — от 75 %')
  // the mark that found no network is saved first
  await dialog.getByRole('button', { name: 'Закрыть период' }).click()
  await expect(page.getByText('Не сохранено: Анна Белова: 5. Сначала сохраните это')).toBeVisible()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Клетка изменена')).toBeVisible()
  await dialog.getByRole('button', { name: 'Закрыть период' }).click()
  await expect(page.getByText('Период закрыт')).toBeVisible()
  await expect(page.getByText('Период не закрыт')).toHaveCount(0)
  await total.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Ольга Ветрова')
  expect(await violations(page)).toEqual([])

  await openAs(page, anna.token, `/courses/${course.id}?view=journal`)
  const own = page.getByRole('list', { name: 'Итоги' }).getByRole('listitem').filter({ hasText: name })
  await expect(own).toContainText('закрыт')
  await expect(own).toContainText('5')
})
