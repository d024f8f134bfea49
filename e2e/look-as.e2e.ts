import { expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator looks at the site as a student, and returns', async ({ page }) => {
  const [curator, student] = [await newPerson('curator'), await newPerson('student', 'Ася', 'Лукина')]
  await openAs(page, curator.token, `/users/${student.id}`)
  await page.getByRole('button', { name: 'Посмотреть как Ася' }).click()

  const bar = page.getByRole('complementary', { name: 'Просмотр сайта от имени другого человека' })
  await expect(bar).toContainText('Вы смотрите на сайт как Ася Лукина')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ася')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await page.keyboard.press('Escape')
  await page.goto('/organisation')
  await expect(bar).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Ася Лукина' })).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  await page.getByLabel('О себе').fill('Написано не мной')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Это только просмотр')).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()

  await bar.getByRole('button', { name: 'Закончить просмотр' }).click()
  await expect(page).toHaveURL(`/users/${student.id}`)
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Посмотреть как Ася' })).toBeVisible()
  await expect(page.getByText('Написано не мной')).toBeHidden()
  await page.goto('/settings?tab=audit')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Закончен просмотр сайта от имени человека' }).first(),
  ).toBeVisible()
})
