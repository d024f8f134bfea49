import type { Locator } from '@playwright/test'
import { openLesson, save, text, type } from './editor.ts'
import { expect, newCourse, newPerson, openAs, test } from './school.ts'

/** Presses a control several times as one series, at the same place; `afterEach` may wait for what the next one needs. */
const pressFast = async (control: Locator, times: number, afterEach?: (press: number) => Promise<void>) => {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (!box) throw new Error('not on screen')
  const { mouse } = control.page()
  for (let press = 1; press <= times; press += 1) {
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await mouse.down({ clickCount: press })
    await mouse.up({ clickCount: press })
    await afterEach?.(press)
  }
}

test('the same control acts at each of many fast presses', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  await newCourse(request, teacher)
  await openAs(page, teacher.token, '/calendar?month=2026-09')
  // the link leads to another month once the one before is drawn
  await pressFast(page.getByRole('link', { name: 'Следующий месяц' }), 3, async (press) => {
    const month = ['Октябрь', 'Ноябрь', 'Декабрь'][press - 1]
    await expect(page.getByRole('heading', { level: 2, name: `${month} 2026` })).toBeVisible()
  })
  await expect(page).toHaveURL(/month=2026-12/)

  // a label acts as its field
  await page.getByText('Удобство чтения').click()
  const wide = page.getByRole('radio', { name: 'Чёрным по белому' })
  await pressFast(page.getByText('Чёрным по белому'), 2)
  await expect(wide).toBeChecked()
})

test('a double click selects a word', async ({ page, request }) => {
  const { teacher, student, lessonId } = await openLesson(page, request, '<p>Поля</p><p>Сетка и ритм</p>')
  // its paragraph is as wide as the column
  const inWord = { position: { x: 12, y: 12 } }
  await text(page).getByText('Поля').dblclick(inWord)
  await type(page, 'Отступы')
  expect(await save(page, request, teacher, lessonId)).toBe('<p>Отступы</p><p>Сетка и ритм</p>')

  await openAs(page, student.token, `/lessons/${lessonId}`)
  await page.getByText('Отступы').dblclick(inWord)
  expect(await page.evaluate(() => String(getSelection()))).toBe('Отступы')
})
