import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { drawnPicture, handInWith, smallFilm, smallPdf } from './attempt-files.ts'
import { callApi, expect, newCourse, newPerson, openAs, type Person, test } from './school.ts'
import { violations } from './violations.ts'

const text = (name: string) =>
  `<h2>Сетка</h2><p>За основу взял сетку из 12 колонок. Заголовки стоят ${name}.</p><p>Врезки выходят за текст. На телефоне они становятся на всю ширину.</p>`

const list = (page: Page) => page.getByRole('group', { name: 'Что исправить' })
const desk = (page: Page) => page.locator('[aria-labelledby="desk-work-title"]')

/** Selects text as a mouse does. */
const select = async (paragraph: Locator, quote: string) => {
  await paragraph.evaluate((element, quote) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node as Text).data.indexOf(quote)
      if (at < 0) continue
      document.getSelection()?.setBaseAndExtent(node, at, node, at + quote.length)
      return
    }
    throw new Error(`no such text: ${quote}`)
  }, quote)
}

const write = async (page: Page, label: string | RegExp, text: string) => {
  await page.getByRole('textbox', { name: label }).fill(text)
  await page.keyboard.press('Enter')
}

const untilReturned = (request: APIRequestContext, { token }: Person, taskId: number) =>
  expect
    .poll(async () => (await callApi(request, 'GET', `/api/tasks/${taskId}`, { token })).task.status.slug)
    .toBe('returned')

test('remarks are shown at their places, return with the task, and continue to the next attempt', async ({
  page,
  request,
  newDevice,
}) => {
  test.setTimeout(120_000)
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student] })
  const files = [
    await drawnPicture('Макет.png', '#256af4'),
    { name: 'Разметка.pdf', type: 'application/pdf', bytes: smallPdf(['First page', 'Second page', 'Third page']) },
    await smallFilm('Показ.mp4'),
    { name: 'заметки.txt', type: 'text/plain', bytes: Buffer.from('Поля по три клетки') },
  ]
  const taskId = await handInWith(request, student, course.lesson.id, { content: text('по центру'), files })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)

  await test.step('on selected text', async () => {
    await select(desk(page).getByText('На телефоне они'), 'становятся на всю ширину')
    await page.getByRole('button', { name: 'Замечание', exact: true }).click()
    await write(page, /^Замечание: «становятся на всю ширину»/, 'Добавьте поля')
    await expect(list(page)).toContainText('Добавьте поля')
    await expect(desk(page).getByRole('button', { name: 'Замечание 1: Добавьте поля' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('remark')?.size)).toBe(1)
  })

  await test.step('on text by keyboard alone', async () => {
    await desk(page).getByRole('button', { name: 'Замечание к тексту' }).press('Enter')
    await page.getByRole('textbox', { name: 'О каких словах' }).fill('слова, которых нет')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Сколько из них видно?')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Таких слов в тексте нет')).toBeVisible()
    await page.getByRole('textbox', { name: 'О каких словах' }).fill('12 колонок')
    await page.keyboard.press('Enter')
    await expect(list(page)).toContainText('Сколько из них видно?')
  })

  await test.step('on a place of a picture, and on all of it', async () => {
    await desk(page).getByRole('button', { name: 'Макет.png' }).click()
    const dialog = page.getByRole('dialog', { name: 'Макет.png' })
    const image = dialog.getByRole('img', { name: 'Макет.png' })
    // the picture has its final place once it is loaded, and accepts remarks once their tools are
    await expect(dialog.getByRole('button', { name: 'Замечание ко всей картинке' })).toBeVisible()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    const box = await image.boundingBox()
    if (!box) throw new Error('no picture')
    // a new pin has no place before the pointer moves, and none in the corner
    const next = dialog.locator('i', { hasText: '3' })
    await expect(next).toBeHidden()
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3)
    await expect(next).toBeVisible()
    await expect(dialog.getByText('Нажмите на место, о котором замечание, или обведите его')).toBeVisible()
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2)
    // the form is beside the place
    await expect(async () => {
      const form = await dialog.getByRole('textbox', { name: 'Замечание: место на картинке' }).boundingBox()
      expect(Math.abs((form?.x ?? Number.NaN) - (box.x + box.width / 4))).toBeLessThan(360)
      expect(Math.abs((form?.y ?? Number.NaN) - (box.y + box.height / 2))).toBeLessThan(160)
    }).toPass()
    await write(page, 'Замечание: место на картинке', 'Слишком пусто')
    const pin = dialog.getByRole('button', { name: 'Замечание 3: Слишком пусто' })
    await expect(pin).toBeVisible()
    const size = await pin.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75, { steps: 4 })
    await page.mouse.up()
    await write(page, 'Замечание: место на картинке', 'Квадрат мал')
    await dialog.getByRole('button', { name: 'Замечание ко всей картинке' }).press('Enter')
    await write(page, 'Замечание: вся картинка', 'Мало контраста')
    await expect(dialog.getByRole('button', { name: /^Замечание \d/ })).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(list(page)).toContainText('Квадрат мал')
  })

  await test.step('on a page of a PDF, which is opened in place', async () => {
    await desk(page).getByRole('button', { name: 'Показать PDF здесь' }).click()
    const viewer = page.getByRole('region', { name: 'PDF: Разметка.pdf' })
    await expect(viewer.getByText('1 из 3')).toBeVisible()
    await expect(viewer.getByRole('region', { name: 'Страница 1' })).toContainText('First page')
    await viewer.getByRole('button', { name: 'Следующая страница' }).click()
    await expect(viewer.getByText('2 из 3')).toBeVisible()
    await viewer.getByRole('button', { name: 'Замечание к этой странице' }).click()
    await write(page, 'Замечание: страница 2', 'Нумеруйте страницы')
    await viewer
      .getByRole('region', { name: 'Страница 2' })
      .locator('canvas')
      .click({ position: { x: 60, y: 60 } })
    await write(page, 'Замечание: место на странице 2', 'Поля шире')
    await expect(viewer.getByRole('button', { name: 'Замечание 7: Поля шире' })).toBeVisible()
    await viewer.getByRole('button', { name: 'Крупнее' }).click()
    await expect(viewer.getByText('150 %')).toBeVisible()
  })

  await test.step('on a second of a film', async () => {
    const film = desk(page).locator('video')
    await film.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 2.4
    })
    await desk(page).getByRole('button', { name: 'Замечание на 0:02' }).click()
    await write(page, 'Замечание: на 0:02', 'Здесь дёргается')
    await film.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0
    })
    await desk(page).getByRole('button', { name: 'Замечание 8: Здесь дёргается' }).click()
    await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(2)
  })

  await test.step('the list leads to the place, and the place to the list', async () => {
    await list(page)
      .getByRole('button', { name: /место на картинке/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Макет.png' })
    await expect(dialog.getByRole('status')).toContainText('Слишком пусто')
    await page.keyboard.press('Escape')
    await desk(page).getByRole('button', { name: 'Замечание 1: Добавьте поля' }).click()
    await expect(list(page).getByRole('listitem').first()).toBeFocused()
  })

  await test.step('and the student finds them in their places', async () => {
    await page.getByRole('button', { name: /^Вернуть/ }).click()
    await untilReturned(request, student, taskId)
    const own = await newDevice()
    await openAs(own, student.token, `/lessons/${course.lesson.id}?work`)
    await expect(own.getByRole('button', { name: 'Замечание 1: Добавьте поля' })).toBeVisible()
    await expect(own.getByRole('button', { name: 'Замечание 8: Здесь дёргается' })).toBeVisible()
    await own.close()
  })

  await handInWith(request, student, course.lesson.id, {
    content: text('по первой колонке').replace('На телефоне они становятся на всю ширину.', 'На телефоне поля 16 px.'),
    files: [await drawnPicture('Макет.png', '#0f7b4c'), files[1] as never, await drawnPicture('Новый.png', '#c02b2b')],
  })

  await test.step('the next attempt keeps them; an old place opens its attempt', async () => {
    await openAs(page, teacher.token, `/tasks?task=${taskId}`)
    await expect(page.getByRole('tab', { name: 'Попытка 2' })).toHaveAttribute('aria-selected', 'true')
    await expect(list(page).getByRole('listitem')).toHaveCount(8)
    // the text is gone, the remark about it is not
    await expect(desk(page).getByRole('button', { name: 'Замечание 1: Добавьте поля' })).toHaveCount(0)
    await expect(desk(page).getByRole('button', { name: /^Замечание 2/ })).toBeVisible()
    await list(page)
      .getByRole('button', { name: /становятся на всю/ })
      .click()
    await expect(page.getByRole('tab', { name: 'Попытка 1' })).toHaveAttribute('aria-selected', 'true')
    await expect(desk(page).getByRole('button', { name: 'Замечание 1: Добавьте поля' })).toBeInViewport()
  })

  await test.step('changes are visible at a glance', async () => {
    await page.getByRole('tab', { name: 'Что изменилось' }).click()
    const changes = desk(page)
    await expect(changes.locator('del').first()).toContainText('центру')
    await expect(changes.locator('ins').first()).toContainText('первой колонке')
    const filesChanged = changes.getByRole('region', { name: 'Файлы' })
    await expect(filesChanged.getByText('Заменён')).toBeVisible()
    await expect(filesChanged.getByText('Добавлен')).toBeVisible()
    await expect(filesChanged.getByText('Убран')).toHaveCount(2)
    await expect(filesChanged.getByText('Без изменений')).toBeVisible()
    const slider = filesChanged.getByRole('slider', { name: /Макет\.png/ })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', '100 %')
    await filesChanged.getByText('Рядом').click()
    await expect(filesChanged.getByRole('img', { name: 'Было: Макет.png' })).toBeVisible()
    await expect(filesChanged.getByRole('img', { name: 'Стало: Макет.png' })).toBeVisible()
  })
})

test('a place on a picture is chosen by keyboard, and by a finger', async ({ browser, baseURL, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student] })
  const files = [await drawnPicture('Макет.png', '#ffffff'), await drawnPicture('Второй.png', '#000000')]
  const taskId = await handInWith(request, student, course.lesson.id, { content: text('слева'), files })
  const context = await browser.newContext({
    baseURL: baseURL as string,
    locale: 'ru-RU',
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  })
  const page = await context.newPage()
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await desk(page).getByRole('button', { name: 'Макет.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Макет.png' })
  await dialog.getByRole('button', { name: 'Замечание к месту' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Место замечания: 50 % слева, 50 % сверху' })).toBeFocused()
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowUp']) await page.keyboard.press(key)
  await expect(dialog.getByRole('button', { name: 'Место замечания: 61 % слева, 49 % сверху' })).toBeFocused()
  await page.keyboard.press('Enter')
  await write(page, 'Замечание: место на картинке', 'Сдвиньте')
  await expect(dialog.getByRole('button', { name: 'Замечание 1: Сдвиньте' })).toBeVisible()

  const box = await dialog.getByRole('img', { name: 'Макет.png' }).boundingBox()
  if (!box) throw new Error('no picture')
  await page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 4)
  const field = dialog.getByRole('textbox', { name: 'Замечание: место на картинке' })
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(field).toBeFocused()
  await field.fill('Пусто')
  // a finger that moves the caret leafs to no other picture
  await field.evaluate((element) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX })
    element.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(200)] }))
    element.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(40)] }))
  })
  await expect(dialog).toBeVisible()
  // another tap moves the place, with its text
  await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height * 0.9)
  await expect(field).toHaveValue('Пусто')
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await page.keyboard.press('Escape')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await context.close()
})

test('an unfinished remark is in the list on return', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const students = [await newPerson('student', 'Илья', 'Прохоров'), await newPerson('student', 'Анна', 'Ёлкина')]
  const course = await newCourse(request, teacher, { students })
  const [first, second] = [
    await handInWith(request, students[0] as never, course.lesson.id, {
      content: text('слева'),
      files: [await drawnPicture('Макет.png', '#256af4')],
    }),
    await handInWith(request, students[1] as never, course.lesson.id, { content: text('справа'), files: [] }),
  ]
  await openAs(page, teacher.token, `/tasks?task=${first}`)
  await desk(page).getByRole('button', { name: 'Макет.png' }).click()
  await page.getByRole('button', { name: 'Замечание ко всей картинке' }).click()
  await page.getByRole('textbox', { name: 'Замечание: вся картинка' }).fill('Мало контраста')
  // keys of the desk do nothing under the picture
  await page.getByRole('button', { name: 'Закрыть' }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(list(page)).toContainText('Мало контраста')
  await select(desk(page).getByText('Врезки выходят'), 'Врезки')
  await page.getByRole('button', { name: 'Замечание', exact: true }).click()
  await page.getByRole('textbox', { name: 'Замечание: «Врезки»' }).fill('Какие врезки?')
  await page
    .getByRole('link', { name: /Анна Ёлкина/ })
    .first()
    .click()
  // leaving the task asks about it
  const question = page.getByRole('dialog', { name: 'Добавить замечание?' })
  await expect(question).toContainText('Какие врезки?')
  await question.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(desk(page).getByText('Заголовки стоят справа')).toBeVisible()
  await expect(list(page)).not.toContainText('Какие врезки?')
  await page.goto(`/tasks?task=${first}`)
  await expect(list(page)).toContainText('Какие врезки?')
  expect(second).not.toBe(first)
})

test('an unfinished remark survives a tab that dies without a word', async ({ page, request }) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  const task = await handInWith(request, student, course.lesson.id, { content: text('слева'), files: [] })
  await openAs(page, teacher.token, `/tasks?task=${task}`)
  // no event of its end reaches the page
  await page.evaluate(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true))
  await select(desk(page).getByText('Врезки выходят'), 'Врезки')
  await page.getByRole('button', { name: 'Замечание', exact: true }).click()
  await page.getByRole('textbox', { name: 'Замечание: «Врезки»' }).fill('Какие врезки?')
  await page.reload()
  // in the list, with its place
  await expect(list(page)).toContainText('Какие врезки?')
  await expect(desk(page).getByRole('button', { name: 'Замечание 1: Какие врезки?' })).toBeVisible()
  await expect(list(page).getByRole('button', { name: 'фрагмент «Врезки»' })).toBeVisible()
  // it is kept no more
  await select(desk(page).getByText('Врезки выходят'), 'Врезки')
  await page.getByRole('button', { name: 'Замечание', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Замечание: «Врезки»' })).toHaveValue('')
})

test('remarks and changes are accessible: narrow, dark, read aloud', async ({ page, request }) => {
  test.setTimeout(120_000)
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student] })
  const pdf = { name: 'Разметка.pdf', type: 'application/pdf', bytes: smallPdf(['First page']) }
  const files = [await drawnPicture('Макет.png', '#256af4'), pdf, await smallFilm('Показ.mp4')]
  const taskId = await handInWith(request, student, course.lesson.id, { content: text('слева'), files })
  const { task } = await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: teacher.token })
  const [image, document, film] = task.attempts[0].files as { id: string }[]
  const remarks = [
    { text: 'Поля', anchor: { kind: 'text', start: 0, end: 5, quote: 'На телефоне' } },
    { text: 'Подпись', anchor: { kind: 'image', file_id: image?.id, x: 0.4, y: 0.4 } },
    { text: 'Номер', anchor: { kind: 'pdf', file_id: document?.id, page: 1, x: 0.3, y: 0.2 } },
    { text: 'Дёргается', anchor: { kind: 'video', file_id: film?.id, seconds: 3 } },
  ]
  const body = { attempt: 1, verdict: 'returned', remarks, review_revision: task.review_revision }
  await callApi(request, 'POST', `/api/tasks/${taskId}/review`, { token: teacher.token, body })
  await handInWith(request, student, course.lesson.id, {
    content: text('справа'),
    files: [await drawnPicture('Макет.png', '#0f7b4c')],
  })

  const check = async () => {
    expect(await violations(page, '[aria-labelledby="desk-work-title"]')).toEqual([])
    await expect
      .poll(() => page.evaluate(() => window.document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  // the page has been open for hours: its links work no more
  await page.route(`**/api/tasks/${taskId}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/expires=\d+/g, 'expires=1700000000') })
  })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await page.getByRole('tab', { name: 'Попытка 1' }).click()
  await desk(page)
    .getByRole('button', { name: /Показать PDF здесь/ })
    .click()
  await expect(desk(page).getByRole('button', { name: /^Замечание \d/ })).toHaveCount(3)
  await check()
  await page.getByRole('tab', { name: 'Что изменилось' }).click()
  await expect(desk(page).getByRole('slider')).toBeVisible()
  await check()
})

test('pictures and films inside the text have their places, too', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student] })
  const taskId = await handInWith(request, student, course.lesson.id, {
    content: ([picture, film]) =>
      `<p>Мой макет:</p><img src="/files/${picture}" alt="Макет"><p>И показ:</p><video src="/files/${film}" data-name="Показ.mp4"></video>`,
    files: [await drawnPicture('Макет.png', '#256af4'), await smallFilm('Показ.mp4')],
  })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await desk(page).getByRole('link', { name: 'Открыть крупно: Макет' }).click()
  await page.getByRole('button', { name: 'Замечание ко всей картинке' }).click()
  const remark = page.getByRole('textbox', { name: 'Замечание: вся картинка' })
  await remark.fill('Мало')
  // it leaves the field first, not the window
  await page.keyboard.press('Escape')
  await expect(remark).not.toBeFocused()
  await expect(remark).toHaveValue('Мало')
  await write(page, 'Замечание: вся картинка', 'Мало контраста')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(desk(page).getByRole('button', { name: 'Замечание 1: Мало контраста' })).toBeVisible()
  await desk(page).getByRole('button', { name: 'Замечание на 0:00' }).click()
  await write(page, 'Замечание: на 0:00', 'Нужна заставка')
  await expect(desk(page).getByRole('button', { name: 'Замечание 2: Нужна заставка' })).toBeVisible()
  await list(page).getByRole('button', { name: 'место на картинке' }).click()
  const large = page.getByRole('dialog', { name: 'Макет' })
  await expect(large.getByRole('status')).toContainText('Мало контраста')
  await page.keyboard.press('Escape')

  // from another attempt, too: the picture is drawn for it
  await page.getByRole('button', { name: /^Вернуть/ }).click()
  await untilReturned(request, student, taskId)
  await handInWith(request, student, course.lesson.id, { content: text('справа'), files: [] })
  await openAs(page, teacher.token, `/tasks?task=${taskId}`)
  await expect(page.getByRole('tab', { name: 'Попытка 2' })).toHaveAttribute('aria-selected', 'true')
  await list(page).getByRole('button', { name: 'место на картинке' }).click()
  await expect(large.getByRole('status')).toContainText('Мало контраста')
})
