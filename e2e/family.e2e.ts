import { join } from 'node:path'
import { readLetters } from '#server/testing/letters.ts'
import { expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const outbox = join(process.env.E2E_DATA_DIR as string, 'outbox')

test('a curator names a parent and sends the link, and the parent sees how the child is doing', async ({
  page,
  request,
}) => {
  const [curator, teacher] = [await newPerson('curator'), await newPerson('teacher')]
  const child = await newPerson('student', 'Костя', 'Ёлкин')
  const course = await newCourse(request, teacher, { students: [child] })
  const email = `parent-${child.id}@home.example`
  await openAs(page, curator.token, `/users/${child.id}`)
  await page.getByRole('button', { name: 'Родители' }).click()
  const dialog = page.getByRole('dialog', { name: 'Родители' })
  await dialog.getByLabel('Родитель 1: имя и фамилия').fill('Анна Ёлкина')
  // what is typed is not lost by a slip
  await page.mouse.click(5, 5)
  await dialog.getByLabel('Родитель 1: почта').fill(email)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })
  await expect(question.getByRole('button', { name: 'Остаться' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Родитель 1: почта')).toBeFocused()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Родители' }).click()
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click()
  await expect(page.getByText('Письмо родителям отправлено')).toBeVisible()
  const link = async () =>
    /\/family\/[\w-]+/.exec((await readLetters(outbox)).findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
  await expect.poll(link).not.toBe('')

  await openAs(page, null, await link())
  await expect(page.getByRole('article', { name: 'Костя Ёлкин' })).toContainText(course.name)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Справка об успеваемости' }).click()
  await expect(page.getByRole('table', { name: `Оценки: ${course.name}` })).toContainText(course.lesson.name)
  await page.getByRole('link', { name: 'Страница для родителей' }).click()
  const weekly = page.getByRole('switch', { name: 'Письмо раз в неделю' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await weekly.check()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(weekly).toBeChecked()
  await openAs(page, null, `${await link()}x`)
  await expect(page.getByRole('heading', { name: 'Ссылка не подошла' })).toBeVisible()
  const lost = await link()
  await page.getByLabel('Ваша почта').fill(email)
  await page.getByRole('button', { name: 'Прислать новую ссылку' }).click()
  await expect(page.getByText('письмо с новой ссылкой уже в пути')).toBeFocused()
  await expect.poll(link).not.toBe(lost)
})
