import { join } from 'node:path'
import { readLetters } from '#server/testing/letters.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { callApi, demoToken, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const outbox = join(process.env.E2E_DATA_DIR as string, 'outbox')

/** Waits for the newest letter to an address that contains the text. */
const letterTo = async (email: string, part = '') => {
  const newest = async () =>
    (await readLetters(outbox)).findLast(({ to, text }) => to === email && text.includes(part))?.text ?? ''
  await expect.poll(newest).not.toBe('')
  return newest()
}

test('a child asks, a parent reads and agrees, and the child signs in', async ({ page, newDevice }) => {
  // three screens are checked for accessibility, in two colour schemes each
  test.setTimeout(120_000)
  const id = `${Date.now()}-${process.pid}`
  const [email, parentEmail] = [`child-${id}@school.example`, `parent-${id}@home.example`]
  await openAs(page, null, '/registration')
  await page.getByLabel('Имя').fill('Костя')
  await page.getByRole('radio', { name: 'Меньше 14' }).check()
  await expect(page.getByRole('radio', { name: 'Меньше 14' })).toBeFocused()
  // the fields typed before the age was corrected
  await expect(page.getByLabel('Имя')).toHaveValue('Костя')
  expect(await violations(page)).toEqual([])
  // axe passes a link that looks exactly like the text around it
  for (const name of ['тексте согласия', 'политике'])
    await expect(page.getByRole('link', { name })).toHaveCSS('text-decoration-line', 'underline')
  await page.getByLabel('Фамилия').fill('Ёлкин')
  await page.getByLabel('Дата рождения').fill(`${new Date().getFullYear() - 10}-05-09`)
  await page.getByLabel('Ваша почта').fill(email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('long enough')
  await page.getByLabel('Почта родителя').fill(email)
  const send = page.getByRole('button', { name: 'Написать родителю' })
  await send.click()
  await expect(page.getByText('Здесь нужна почта родителя, а не ваша.')).toBeVisible()
  await page.getByLabel('Почта родителя').fill(parentEmail)
  await send.click()
  await expect(page.getByRole('heading', { name: 'Ждём ответа родителя' })).toBeInViewport()
  await expect(page.getByText(parentEmail)).toBeVisible()
  expect(await violations(page)).toEqual([])

  // a sign-in in the meantime shows what is still missing
  await page.goto('/login')
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль').fill('long enough')
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByText('Мы ждём согласия родителя')).toContainText(parentEmail)
  expect(await violations(page)).toEqual([])

  const asked = await letterTo(parentEmail)
  const link = new URL(/https?:\/\/\S+/.exec(asked)?.[0] ?? '')
  const parent = await newDevice()
  const answering = `${new URL(page.url()).origin}${link.pathname}${link.search}`
  await parent.goto(answering)
  await expect(parent.getByText(/Костя Ёлкин просит открыть учётную запись/)).toBeVisible()
  const agree = parent.getByRole('button', { name: 'Даю согласие' })
  await agree.click()
  await expect(parent.getByText('Заполните это поле')).toBeVisible()
  expect(await violations(parent)).toEqual([])
  await expect(parent.getByRole('checkbox', { name: /разрешённых для распространения/ })).not.toBeChecked()
  await parent.getByLabel('Ваши имя и фамилия').fill('Анна Ёлкина')
  await agree.click()
  await expect(parent.getByRole('heading', { name: 'Спасибо, согласие записано' })).toBeVisible()
  await parent.goto(answering)
  await expect(parent.getByText('Ссылка больше не действует.')).toBeVisible()

  const opened = await letterTo(email)
  expect(opened).toContain('Родитель дал согласие')
  await page.goto(new URL(/https?:\/\/\S+/.exec(opened)?.[0] ?? '').pathname)
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/login')
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль').fill('long enough')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.getByRole('link', { name: 'Профиль' }).click()
  await expect(page.getByText(/родителем: Анна Ёлкина/)).toBeVisible()

  // the letter about it links the parent to the consent, and to taking it back
  const confirmed = new URL(/https?:\/\/\S+/.exec(await letterTo(parentEmail, 'отозвать согласие'))?.[0] ?? '')
  await parent.goto(`${new URL(page.url()).origin}${confirmed.pathname}`)
  await expect(parent.getByText('Согласие действует.')).toBeVisible()
  await expect(parent.getByText(`Анна Ёлкина, ${parentEmail}`)).toBeVisible()
  expect(await violations(parent)).toEqual([])
  // the separate consent, given and taken back
  await parent.getByRole('checkbox', { name: /разрешённых для распространения/ }).check()
  await parent.getByRole('button', { name: 'Разрешить показывать всем' }).click()
  await parent.getByRole('button', { name: 'Показывать только школе' }).click()
  await expect(parent.getByRole('button', { name: 'Разрешить показывать всем' })).toBeDisabled()
  await parent.getByRole('button', { name: 'Отозвать согласие' }).click()
  await parent.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(parent.getByText('Согласие отозвано. Пока учётная запись не удалена')).toBeVisible()
  expect(await letterTo(email, 'будет удалена')).toContain('Согласие родителя отозвано')
  // the child is signed out, and cannot decide instead of the parent
  await page.goto('/login')
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль').fill('long enough')
  await page.getByRole('button', { name: 'Войти' }).click()
  const notice = page.getByRole('complementary', { name: 'Удаление учётной записи' })
  await expect(notice).toContainText('Вернуть согласие может родитель: по ссылке из его письма.')
  await expect(page.getByRole('button', { name: 'Не удалять' })).toHaveCount(0)
  await parent.getByRole('button', { name: 'Согласиться снова' }).click()
  await expect(parent.getByText('Согласие действует.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await parent.close()
})

test('somebody who takes back the consent that the account needs gives the password, and agrees again to stay', async ({
  page,
}) => {
  const person = await newPerson('student')
  await openAs(page, person.token, '/profile')
  const consents = page.getByRole('region', { name: 'Мои согласия' })
  const title = 'Согласие на обработку персональных данных'
  await consents.getByRole('button', { name: `Дать согласие: ${title}`, exact: true }).click()
  await consents.getByRole('button', { name: `Отозвать: ${title}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ваш пароль').fill('не тот')
  await dialog.getByRole('button', { name: 'Отозвать и удалить' }).click()
  await expect(dialog.getByText('Сейчас пароль другой.')).toBeVisible()
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Отозвать и удалить' }).click()
  const notice = page.getByRole('complementary', { name: 'Удаление учётной записи' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Не удалять' }).click()
  await expect(dialog.getByRole('link', { name: /прочитать текст/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Согласиться и остаться' }).click()
  await expect(notice).toHaveCount(0)
  await consents.getByText('История согласий').click()
  await expect(consents.getByText(/дано .*отозвано/)).toHaveCount(1)
  await expect(consents.getByRole('button', { name: `Отозвать: ${title}`, exact: true })).toBeVisible()
})

test('a parent declines, and nothing is left to answer', async ({ page, request }) => {
  const id = `${Date.now()}-${process.pid}`
  const [email, parentEmail] = [`shy-${id}@school.example`, `strict-${id}@home.example`]
  await callApi(request, 'POST', '/api/auth/register-child', {
    body: {
      name: 'Аня',
      surname: 'Тихая',
      email,
      password: 'long enough',
      birth_date: `${new Date().getFullYear() - 9}-01-01`,
      parent_email: parentEmail,
    },
  })
  const link = new URL(/https?:\/\/\S+/.exec(await letterTo(parentEmail))?.[0] ?? '')
  await openAs(page, null, link.pathname + link.search)
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('heading', { name: 'Вы отказались' })).toBeVisible()
  expect(await letterTo(email)).toContain('Родитель не дал согласия')
})

test('a parent declines an account opened by the school, and reads what happens to it', async ({ page, request }) => {
  const id = `${Date.now()}-${process.pid}`
  const parentEmail = `declines-${id}@home.example`
  await callApi(request, 'POST', '/api/users', {
    token: await demoToken('curator'),
    body: {
      name: 'Юра',
      surname: 'Снегов',
      role: 'student',
      login: `snegov.${id}`,
      birth_date: `${new Date().getFullYear() - 9}-01-01`,
      parent_email: parentEmail,
    },
  })
  const link = new URL(/https?:\/\/\S+/.exec(await letterTo(parentEmail))?.[0] ?? '')
  await openAs(page, null, link.pathname + link.search)
  await expect(page.getByText('Школа создала на этом сайте учётную запись для ребёнка: Юра Снегов.')).toBeVisible()
  await page.getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('dialog')).toContainText('через 14 дней удалится вместе с данными ребёнка')
  await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Вы отказались' })).toContainText('Школе мы сообщили.')
})

test('a curator publishes a new text, and the previous one can be read and restored', async ({ page }) => {
  const curator = await newPerson('curator')
  await openAs(page, curator.token, '/')
  await page.getByRole('link', { name: /Настройки/ }).click()
  await expect(page).toHaveTitle('Практика — Настройки')
  await page.getByRole('link', { name: 'Документы', exact: true }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Файлы cookie/ })
    .click()
  const text = page.getByRole('textbox', { name: 'Текст документа' })
  const publish = page.getByRole('button', { name: 'Опубликовать новую версию' })
  await expect(text).toContainText('Сайт обходится без слежения')
  await expect(publish).toBeDisabled()
  await text.fill('Печенья у нас только к чаю.')
  await publish.click()
  await expect(page.getByText('Новая версия опубликована')).toBeVisible()
  await expect(page.getByText(/^Действует версия 2/)).toBeVisible()

  await page.getByRole('link', { name: 'Открыть страницу' }).click()
  await expect(page.getByText('Печенья у нас только к чаю.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Прежние версии' }).getByRole('link', { name: 'Версия 1' }).click()
  await expect(page.getByText('Вы читаете версию из истории.')).toBeVisible()
  await expect(page.getByText('Сайт обходится без слежения', { exact: false })).toBeVisible()

  await page.goto('/settings?tab=documents&document=cookies')
  await page.getByRole('button', { name: 'Вернуть версию 1' }).click()
  await expect(text).toContainText('Сайт обходится без слежения')
  await publish.click()
  await expect(page.getByText(/^Действует версия 3/)).toBeVisible()
})

test('a curator’s facts about the school are shown at the bottom of the pages', async ({ page, request }) => {
  const token = await demoToken('curator')
  const { school } = await callApi(request, 'GET', '/api/settings/school')
  const phone = `8 800 ${Date.now()}`
  await openAs(page, token, '/settings')
  await page.getByLabel('Телефон').fill(phone)
  await page.getByLabel('ИНН').fill('12')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('ИНН: 10 или 12 цифр')).toBeVisible()
  await page.getByLabel('ИНН').fill(school.inn)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Настройки сохранены')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: phone })).toBeVisible()
  // back to the saved text, and forward again
  await page.getByLabel('Адрес').fill('Переехали')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByLabel('Адрес')).toHaveValue(school.address)
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(page.getByLabel('Адрес')).toHaveValue('Переехали')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByLabel('Телефон')).toHaveValue(phone)

  // served to a guest as complete HTML, without scripts
  const html = await (await request.get('/documents/privacy')).text()
  expect(html).toContain(phone)
  await openAs(page, null, '/login')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: phone })).toBeVisible()
  await openAs(page, token, '/tasks')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('the settings are for curators alone', async ({ page }) => {
  const teacher = await newPerson('teacher')
  await openAs(page, teacher.token, '/settings')
  await expect(page.getByRole('heading', { name: 'Недостаточно прав' })).toBeVisible()
  await openAs(page, null, '/settings')
  await expect(page).toHaveURL('/')
})
