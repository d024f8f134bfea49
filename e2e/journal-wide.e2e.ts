import { readFile } from 'node:fs/promises'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a wide journal draws the columns in sight, keeps what is typed out of sight, and shows one class', async ({
  page,
  request,
}) => {
  const curator = await newPerson('curator')
  const teacher = await newPerson('teacher')
  const anna = await newPerson('student', 'Анна', 'Белова')
  const boris = await newPerson('student', 'Борис', 'Ветров')
  const course = await newCourse(request, teacher, { students: [anna, boris] })
  const name = `7 «Ж» ${anna.id}`
  await callApi(request, 'POST', '/api/cohorts', {
    token: curator.token,
    body: { name, student_ids: [anna.id], course_ids: [], leader_ids: [] },
  })
  for (let day = 1; day <= 28; day += 1)
    await callApi(request, 'POST', `/api/courses/${course.id}/journal/columns`, {
      token: teacher.token,
      body: { name: `Ответ ${day}`, held_on: `2020-02-${String(day).padStart(2, '0')}`, max_score: 5 },
    })
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  const grid = page.getByRole('grid')
  const at = (column: number) => grid.locator(`[data-place="0:${column}"]`)
  await at(6).focus()
  await page.keyboard.type('4')
  const field = at(6).getByRole('textbox')
  await expect(field).toHaveValue('4')
  await grid.evaluate((table) => {
    ;(table.parentElement as HTMLElement).scrollLeft = 5000
  })
  await expect(at(28)).toBeVisible()
  await expect(field).toHaveValue('4')
  await field.press('Enter')
  await expect(grid.locator('[data-place="1:6"]')).toBeFocused()
  await expect(at(6)).toContainText('4')
  await page.keyboard.press('End')
  await expect(grid.locator('[data-place="1:30"]')).toBeFocused()
  await expect(at(6)).toHaveCount(0)
  await expect(grid).toHaveAttribute('aria-colcount', '31')
  await page.keyboard.press('Control+Home')
  await expect(at(0)).toBeFocused()
  await expect(at(6)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Классы').selectOption(name)
  await expect(grid.getByRole('row', { name: /Борис/ })).toHaveCount(0)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать журнал: CSV' }).click()
  const text = String(await readFile(await (await waiting).path()))
  expect(text).toContain(`"Белова Анна";"${name}"`)
  expect(text).not.toContain('Ветров')
})
