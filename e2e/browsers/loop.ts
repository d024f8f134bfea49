import { deepEqual } from 'node:assert/strict'
import { join } from 'node:path'
import type { Db } from '#server/db/database.ts'
import { button, checkbox, heading, link, type Page, textbox } from './page.ts'
import { callsOf, newSchool, type Person } from './school.ts'

const file = join(import.meta.dirname, '../../demo/files/film/narrow-page.mp4')

/** Two people and a guest, each with pages of their own. */
export interface Loop {
  site: string
  db: Db
  /** Opens a page whose storage no other sees. */
  open: (who: string) => Promise<Page>
  /** Does a step, and says so. */
  step: (name: string, act: () => Promise<void>) => Promise<void>
}

const signIn = async (page: Page, { name, email, password }: Person) => {
  await page.goto('/login')
  await page.run(() => localStorage.setItem('cookies_accepted', 'true'))
  await page.write(textbox('Почта или логин'), email)
  await page.write(textbox('Пароль'), password)
  await page.click(button('Войти'))
  // to leave while the first screen loads would end its requests as failures
  await page.find(heading(new RegExp(name)))
}

const answer = textbox(/^Ответ, попытка/)
const comment = textbox('Комментарий к решению')

/** The way of a student's task from the first letter to the public page, once in a browser. */
export const playLoop = async ({ site, db, open, step }: Loop) => {
  const call = callsOf(site)
  const { teacher, student, lesson } = await newSchool(db, call)
  const [writer, desk] = [await open('student'), await open('teacher')]

  await step('a student signs in and writes', async () => {
    await signIn(writer, student)
    await writer.click(link('Курсы'))
    await writer.click(link(/Плакат за неделю/))
    // the last part of the page to come: what is pressed stays where it is from then on
    await writer.find(heading('Мой прогресс'))
    await writer.click(link(/Первый эскиз/))
    await writer.click(button('Начать работу'))
    await writer.write(answer, 'Вот мой эскиз. ')
    await writer.click(button('Полужирный'))
    await writer.type('Поля узкие')
  })
  await step('what was typed a moment ago survives a reload', async () => {
    await writer.reload()
    await writer.until('the draft', async () => (await writer.valueOf(answer)).includes('Поля узкие'))
    await writer.see(/Сохранено в \d\d:\d\d/)
  })
  await step('a file is attached, and all of it handed in', async () => {
    await signIn(desk, teacher)
    await desk.goto('/tasks')
    await desk.see('Всё проверено')
    await writer.attach('input[type=file][aria-label="Файлы"]', file)
    await writer.see('narrow-page')
    await writer.click(button('Отправить на проверку'))
    await writer.see('На проверке')
    const [{ content, files }] = (await call('GET', `/api/lessons/${lesson}/task`, student.token)).task.attempts
    deepEqual([content, files.length], ['<p>Вот мой эскиз. <strong>Поля узкие</strong></p>', 1])
  })
  await step('the teacher sees it come, opens it by a key, and returns it', async () => {
    await desk.see('Прохоров')
    await desk.press('j')
    await desk.see('Вот мой эскиз.')
    await desk.select('Поля узкие')
    await desk.click(button('Замечание'))
    await desk.write(textbox(/^Замечание: «Поля узкие»/), 'Сделайте поля шире')
    await desk.press('Enter')
    await desk.see('Сделайте поля шире')
    // the passage is coloured without a change of the text
    await desk.until('the mark', () => desk.run(() => CSS.highlights.get('remark')?.size === 1))
    await desk.press('Escape')
    await desk.press('c')
    await desk.type('Хорошее начало')
    await desk.until('the comment', async () => (await desk.valueOf(comment)) === 'Хорошее начало')
    await desk.press('Escape')
    await desk.press('r')
    await desk.press('Control+Enter')
    await desk.see('Всё проверено')
  })
  await step('the student sees the remark come, corrects, and hands in again', async () => {
    await writer.see('На доработке')
    await writer.see('Сделайте поля шире')
    await writer.click(button('Исправить'))
    await writer.click(answer)
    await writer.press('Control+End')
    await writer.type(' были, теперь широкие')
    await writer.click(button('Отправить на проверку'))
    await writer.see('На проверке')
  })
  await step('the teacher accepts it by keys', async () => {
    await desk.see(/попытка 2/i)
    await desk.press('j')
    await desk.find(button('Принять'))
    await desk.press('c')
    await desk.type('Теперь отлично')
    await desk.press('Escape')
    await desk.press('1')
    await desk.press('a')
    await desk.press('Enter')
    await desk.see('Всё проверено')
  })
  await step('the student publishes it, on a telephone in the dark', async () => {
    await writer.see('Принято')
    await writer.resize(375, 812)
    await writer.run(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await writer.reload()
    await writer.click(button('Опубликовать проект'))
    await writer.click(checkbox(/согласие/))
    await writer.click(button('Опубликовать'))
    await writer.find(heading('Первый эскиз'))
    await writer.until('the project', async () => /^\/projects\/\d+$/.test(await writer.path()))
    const look = await writer.run(() => ({
      scheme: getComputedStyle(document.documentElement).colorScheme,
      excess: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    }))
    deepEqual(look, { scheme: 'dark', excess: 0 })
  })
  await step('and anybody sees it', async () => {
    const guest = await open('guest')
    await guest.goto('/projects')
    await guest.click(link(/Первый эскиз/))
    await guest.see('теперь широкие')
  })
}
