import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { sendFile, smallFilm } from './attempt-files.ts'
import { bar, insert, openLesson, paste, picture, save, selectBy, text, type } from './editor.ts'
import { callApi, expect, newCourse, newFilmCopies, newPerson, openAs, test } from './school.ts'

const pictures = (page: Page): Locator => text(page).locator('img')

test('a picture is pasted, described, made narrower, and enlarged', async ({ page, request }) => {
  const { teacher, student, lessonId } = await openLesson(page, request)
  await type(page, 'До')
  await page.keyboard.press('Enter')
  await type(page, 'После')
  await selectBy(page, 'ArrowUp')
  await paste(page, { file: { name: 'image.png', type: 'image/png', base64: await picture(1200, 800) } })
  await expect(pictures(page)).toHaveCount(1)
  await expect.poll(() => pictures(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await pictures(page).click()
  await bar(page, 'Картинка').getByRole('textbox', { name: 'Описание' }).fill('Синий лист')
  await bar(page, 'Картинка').getByRole('button', { name: 'Ширина 50 %' }).click()
  const saved = await save(page, request, teacher, lessonId)
  expect(saved).toMatch(
    /^<p>До<\/p><img src="\/files\/[0-9a-f]{32}" [^>]*alt="Синий лист" data-width="50" \/><p>После<\/p>$/,
  )

  // opened again, it is shown, and saving changes nothing
  await page.goto(`/lessons/${lessonId}/edit`)
  await expect.poll(() => pictures(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  expect(await save(page, request, teacher, lessonId)).toBe(saved)

  await openAs(page, student.token, `/lessons/${lessonId}`)
  const link = page.getByRole('link', { name: 'Открыть крупно: Синий лист' })
  await expect
    .poll(() => link.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Синий лист' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('the place of a file that is refused says so, until it is cancelled', async ({ page, request }) => {
  await openLesson(page, request)
  const program = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(57)]).toString('base64')
  await paste(page, { file: { name: 'отчёт.pdf', type: 'application/pdf', base64: program } })
  await expect(text(page).getByText('Не загружено: отчёт.pdf')).toBeVisible()
  const upload = page.getByRole('list', { name: 'Загружаются' })
  await expect(upload).toContainText('Файл называется .pdf, но внутри программа')
  await upload.getByRole('button', { name: 'Отменить загрузку: отчёт.pdf' }).click()
  await expect(text(page).getByText('отчёт.pdf')).toHaveCount(0)
})

test('a film gets its captions, and plays in place', async ({ page, request }) => {
  const { teacher, student, lessonId } = await openLesson(page, request)
  const send = async (press: () => Promise<unknown>, name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
    await chooser.setFiles([{ name, mimeType, buffer }])
  }
  const film = await readFile('demo/files/film/narrow-page.mp4')
  await send(() => insert(page, 'видео'), 'Смета.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n'))
  await expect(page.getByText('Неверное расширение файла')).toBeVisible()
  await expect(text(page).getByText('Смета.pdf')).toHaveCount(0)
  await send(() => insert(page, 'видео'), 'Разбор.mp4', 'video/mp4', film)
  await text(page).getByText('Разбор.mp4 · без субтитров').click()
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nПривет\n')
  const add = bar(page, 'Видео').getByRole('button', { name: 'Добавить субтитры' })
  await send(() => add.click(), 'любое имя.vtt', 'text/vtt', captions)
  await expect(text(page).getByText('Разбор.mp4 · с субтитрами')).toBeVisible()
  expect(await save(page, request, teacher, lessonId)).toMatch(
    /^<video src="\/files\/[0-9a-f]{32}"[^>]* data-name="Разбор.mp4"><track src="\/files\/[0-9a-f]{32}"[^>]*><\/video>$/,
  )

  await openAs(page, student.token, `/lessons/${lessonId}`)
  const video = page.getByRole('article').first().locator('video')
  await expect(video).toHaveAttribute('aria-label', 'Разбор.mp4')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(5)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length)).toBe(1)
})

test('a film gets chapters', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  const film = await sendFile(request, teacher, await smallFilm('Урок.mp4'))
  const content = `<p>До</p><video src="/files/${film}" data-name="Урок.mp4"></video><p>После</p>`
  await callApi(request, 'PUT', `/api/lessons/${lessonId}`, { token: teacher.token, body: { content } })
  await page.reload()
  // the line no longer moves once the film has its height
  await expect(text(page).locator('video')).toHaveJSProperty('readyState', 4)
  await text(page).getByText('Урок.mp4 · без субтитров').click()
  await bar(page, 'Видео').getByRole('button', { name: 'Добавить главы' }).click()
  const dialog = page.getByRole('dialog', { name: 'Главы видео' })
  const lines = dialog.getByRole('textbox')
  await lines.fill('0:06 Отступы\nбез времени\n0:00 Начало')
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(dialog.getByText('Строка 2: сначала время')).toBeVisible()
  await lines.fill('0:06 Отступы\n0:00 Начало')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Закрыть без сохранения?' }).getByRole('button', { name: 'Остаться' }).click()
  await expect(lines).toHaveValue('0:06 Отступы\n0:00 Начало')
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(text(page).getByText('Урок.mp4 · без субтитров · 2 главы')).toBeVisible()
  expect(await save(page, request, teacher, lessonId)).toContain('data-chapters="0:00 Начало\n0:06 Отступы"')
})

test('a film has chapters to jump to, and another size of it plays from the same second', async ({ page, request }) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const film = await sendFile(request, teacher, await smallFilm('Урок.mp4'))
  const marks = '0:00 Начало\n0:06 Отступы'
  const content = `<video src="/files/${film}" data-name="Урок.mp4" data-chapters="${marks}"></video>`
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: { content } })
  await newFilmCopies(film)
  await openAs(page, student.token, `/lessons/${lesson.id}`)
  const article = page.getByRole('article').first()
  const video = article.locator('video')
  await expect(video).toHaveJSProperty('readyState', 4)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    element.playbackRate = 0.5
  })
  const chapters = article.getByRole('navigation', { name: 'Главы видео' }).getByRole('button')
  await expect(chapters.first()).toHaveAttribute('aria-current', 'true')
  await chapters.last().press('Enter')
  await expect(chapters.last()).toHaveAttribute('aria-current', 'true')
  await expect(video).toHaveJSProperty('paused', false)

  // at once, before the picture of the new place has arrived
  await chapters.first().press('Enter')
  await chapters.last().press('Enter')
  await article.getByRole('combobox', { name: 'Качество' }).selectOption('360p')
  await expect(video).toHaveAttribute('src', new RegExp(`^/files/${film}/360p\\?`))
  await expect(video).toHaveJSProperty('paused', false)
  const stand = ({ currentTime, playbackRate }: HTMLVideoElement) => [Math.floor(currentTime) >= 6, playbackRate]
  await expect.poll(() => video.evaluate(stand)).toEqual([true, 0.5])
  // the device keeps the choice
  await page.reload()
  await expect(video).toHaveAttribute('src', new RegExp(`^/files/${film}/360p\\?`))
})

test('files chosen together are in that order, whichever is uploaded first', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request, '<p>До</p><hr>')
  const undo = page.getByRole('toolbar', { name: /Текст урока/ }).getByRole('button', { name: 'Отменить ввод' })
  await expect(undo, 'nothing was typed yet').toBeDisabled()
  const draw = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  const names = ['первая', 'вторая', 'третья']
  const pictures = await Promise.all(['red', 'green', 'blue'].map(draw))
  const isOf = (metadata: string | undefined, name: string) =>
    (metadata ?? '').includes(Buffer.from(`${name}.png`).toString('base64'))
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/files', async (route) => {
    if (isOf(route.request().headers()['upload-metadata'], 'первая')) await seen.promise
    await route.continue()
  })
  await page
    .getByLabel('Файлы в текст')
    .first()
    .setInputFiles(pictures.map((buffer, index) => ({ name: `${names[index]}.png`, mimeType: 'image/png', buffer })))
  const shown = text(page).locator('img')
  await expect(shown).toHaveCount(2)
  seen.resolve()
  await expect(shown).toHaveCount(3)
  const html = await save(page, request, teacher, lessonId)
  const ids = [...html.matchAll(/<img src="\/files\/(\w+)"/g)].map(([, id]) => id as string)
  expect(html.replace(/<img[^>]*>/g, '<img>')).toMatch(/(<img>){3}/)
  const files = await Promise.all(
    ids.map((id) => callApi(request, 'GET', `/api/files/${id}`, { token: teacher.token })),
  )
  expect(files.map(({ file }) => file.name)).toEqual(names.map((name) => `${name}.png`))
})

test('a picture of another site is not pasted', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  const data = `data:image/png;base64,${await picture(4, 4)}`
  await paste(page, { html: `<p>Слова</p><img src="https://example.com/a.png"><img src="${data}">` })
  await expect(page.getByText('Картинки не вставились')).toBeVisible()
  expect(await save(page, request, teacher, lessonId)).toBe('<p>Слова</p>')
})

test('an upload resumes after a reload, and its file is added to the text', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await page.route('**/api/files/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await type(page, 'Текст')
  await paste(page, { file: { name: 'схема.png', type: 'image/png', base64: await picture(600, 400) } })
  await expect(text(page).getByText('Загружается: схема.png')).toBeVisible()
  // the device has the bytes once leaving the page asks nothing
  const leave = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(leave).toBe(true)
  await page.unrouteAll()
  await page.reload()
  await expect(pictures(page)).toHaveCount(1, { timeout: 30_000 })
  expect(await save(page, request, teacher, lessonId)).toMatch(/^<p>Текст<\/p><img src="\/files\/[0-9a-f]{32}"/)
})
