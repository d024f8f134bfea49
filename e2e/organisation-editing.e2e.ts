import type { APIRequestContext, Page } from '@playwright/test'
import { editor, offline, otherDevice, saved, status, takeOffer } from './drafts.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

// each story uses a different page of the section: there is one section on the site that all stories share

const pdf = {
  name: 'Положение.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
}
const signature = {
  name: 'Положение.sig',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('a detached signature'),
}

const block = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const row = (page: Page, name: string | RegExp) => page.getByRole('button', { name, expanded: true })

/** The server's draft of a page. */
const serverDraft = async (request: APIRequestContext, token: string, number: number) =>
  (await callApi(request, 'GET', `/api/organisation/pages/${number}/draft`, { token })).draft

const publish = async (request: APIRequestContext, token: string, number: number, content: unknown) => {
  const { revision } = await serverDraft(request, token, number)
  const path = `/api/organisation/pages/${number}`
  const { draft } = await callApi(request, 'PUT', `${path}/draft`, { token, body: { content, revision } })
  await callApi(request, 'POST', `${path}/publish`, { token, body: { revision: draft.revision } })
}

/** Restores the pages as the other stories expect them. */
const putBack: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const restore of putBack.splice(0)) await restore()
})

/** Publishes a page with nothing but rows in one block, until the story is over. */
const publishRows = async (request: APIRequestContext, token: string, number: number, key: string, rows: unknown[]) => {
  await callApi(request, 'DELETE', `/api/organisation/pages/${number}/draft`, { token })
  const { content } = await serverDraft(request, token, number)
  putBack.push(() => publish(request, token, number, content))
  await publish(request, token, number, { before: '', after: '', more: [], blocks: { [key]: { rows } } })
}

test('a row is filled in, signed with a document, moved, published, and restored', async ({
  page,
  request,
  newDevice,
}) => {
  test.setTimeout(90_000)
  const curator = await newPerson('curator', 'Ольга', 'Ветрова')
  const title = 'Структурные подразделения и органы управления'
  await publishRows(request, curator.token, 2, 'structOrgUprav', [
    { id: 'council', values: { name: { text: 'Педагогический совет' } } },
  ])
  await openAs(page, curator.token, '/organisation/page2')
  await page.getByRole('link', { name: 'Изменить', exact: true }).click()
  await block(page, title).getByRole('button', { name: 'Добавить строку' }).click()
  await expect(block(page, title).getByRole('textbox', { name: 'Наименование' })).toBeFocused()
  await page.keyboard.type('Учебный отдел')
  await expect(row(page, /Учебный отдел/)).toBeVisible()
  await block(page, title).getByRole('textbox', { name: 'ФИО руководителя' }).fill('Иванова Анна Петровна')
  await block(page, title).getByRole('checkbox', { name: 'Нет сведений: Сайт' }).check()

  await page.getByRole('button', { name: 'Прикрепить документ: Положение' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Загрузить новый PDF' }).click()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Загрузите файл PDF')
  await dialog.getByLabel('Файл документа, PDF', { exact: true }).setInputFiles(pdf)
  await expect(dialog.getByRole('list', { name: 'Прикреплённые файлы' })).toContainText('Положение.pdf')
  await dialog.getByRole('textbox', { name: 'Название' }).fill('Положение об учебном отделе')
  await dialog.getByLabel('Дата документа').fill('2026-09-01')
  await dialog.getByLabel('Кто подписал').fill('Ветрова О. А.')
  await dialog.getByLabel('Должность').fill('Директор')
  await dialog.getByLabel('Когда подписан').fill('2026-09-02T10:00')
  await dialog.getByLabel('Номер сертификата').fill('0A1B2C')
  await dialog.getByLabel('Файл подписи (.sig), если есть', { exact: true }).setInputFiles(signature)
  await expect(dialog.getByRole('list', { name: 'Прикреплённые файлы' }).nth(1)).toContainText('Положение.sig')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toHaveCount(0)
  const attached = page.getByRole('list', { name: 'Положение' })
  await expect(attached).toContainText('Положение об учебном отделе')
  await expect(attached).toContainText('подписан: Ветрова О. А., Директор, 02.09.2026, сертификат 0A1B2C')

  await page.getByRole('button', { name: 'Выше: Учебный отдел' }).click()
  await expect(page.getByRole('button', { name: 'Выше: Учебный отдел' })).toBeFocused()
  await expect(status(page)).toHaveText(saved)

  // nobody but curators sees any of it
  const guest = await otherDevice(newDevice, { ...curator, token: '' }, '/organisation/page2')
  await expect(guest.getByText('Педагогический совет')).toBeVisible()
  await expect(guest.getByText('Учебный отдел')).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'Изменить' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Посмотреть' }).click()
  await expect(page.getByText('Так страница будет выглядеть')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Учебный отдел' })).toBeVisible()
  await page.getByRole('link', { name: 'Вернуться к правке' }).click()
  // the row has no chief and no address yet: that causes a question, and nothing is published before the answer
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  const question = page.getByRole('dialog', { name: 'Заполнено не всё, что требует закон' })
  await expect(question.getByText(/Не хватает: .*Место нахождения/)).toBeVisible()
  await question.getByRole('button', { name: 'Заполнить' }).click()
  const gap = row(page, /Учебный отдел/)
    .locator('xpath=../..')
    .locator(':focus')
  await expect(gap).toHaveAccessibleDescription(/Заполните или отметьте «Нет сведений»/)
  await gap.fill('Заведующая')
  await expect(gap).not.toHaveAccessibleDescription(/Заполните/)
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await question.getByRole('button', { name: 'Опубликовать как есть' }).click()
  await expect(page.getByText('Страница опубликована')).toBeVisible()
  await expect(page).toHaveURL('/organisation/page2')
  await expect(page.getByRole('cell', { name: 'Учебный отдел' })).toBeVisible()

  const names = guest.locator('[itemprop="structOrgUprav"] [itemprop="name"]')
  await guest.reload()
  await expect(names).toHaveText(['Учебный отдел', 'Педагогический совет'])
  const first = guest.locator('[itemprop="structOrgUprav"]').first()
  await expect(first.locator('[itemprop="site"]')).toHaveText('отсутствует')
  await expect(first.locator('a[itemprop="divisionClauseDocLink"]')).toContainText('Положение об учебном отделе')
  await expect(first).toContainText('0A1B2C')

  // the previous version, as a draft again
  await page.getByRole('link', { name: 'История' }).click()
  const versions = page.getByRole('list', { name: 'Версии' }).getByRole('listitem')
  await expect(versions.first()).toContainText('Ветрова')
  await versions
    .nth(1)
    .getByRole('link', { name: /^Посмотреть версию/ })
    .click()
  await expect(page.getByText(/^Так страница выглядела.*Сведения из платформы показаны сегодняшние/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Учебный отдел' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Вернуть в черновик' }).click()
  await expect(page.getByText('Версия теперь в черновике')).toBeVisible()
  await expect(block(page, title).getByRole('button', { name: /Педагогический совет/, expanded: false })).toBeVisible()
  await expect(block(page, title).getByRole('button', { name: /Учебный отдел/, expanded: false })).toHaveCount(0)
  await guest.reload()
  await expect(names).toHaveText(['Учебный отдел', 'Педагогический совет'])

  // discarded, and undone
  await page.getByRole('button', { name: 'Отменить изменения' }).click()
  await expect(page.getByText('Изменения отменены')).toBeVisible()
  await expect(block(page, title).getByRole('button', { name: /Учебный отдел/, expanded: false })).toBeVisible()
  await takeOffer(page, 'Вернуть')
  await expect(block(page, title).getByRole('button', { name: /Учебный отдел/, expanded: false })).toHaveCount(0)
  await guest.close()
})

test('a removed row is restored; an unfinished link is not forgotten', async ({ page, request }) => {
  const { token } = await newPerson('curator')
  const title = 'Договоры с иностранными и международными организациями'
  await publishRows(request, token, 12, 'internationalDog', [
    { id: 'a', values: { stateName: { text: 'Сербия' } } },
    { id: 'b', values: { stateName: { text: 'Китай' } } },
  ])
  await openAs(page, token, '/organisation/page12?view=edit')
  const rows = block(page, title).getByRole('listitem')
  await block(page, title).getByRole('button', { name: 'Убрать: Сербия' }).dblclick({ delay: 30 })
  await expect(rows).toHaveCount(1)
  await takeOffer(page, 'Вернуть')
  await expect(rows).toContainText(['Сербия', 'Китай'])

  await page.getByRole('button', { name: 'Добавить страницу' }).click()
  await expect(page.getByRole('textbox', { name: 'Адрес' })).toBeFocused()
  await page.keyboard.type('школа')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Введите адрес, например https://school.ru/plan.pdf')).toBeVisible()
  await block(page, title).getByRole('button', { name: 'Выше: Китай' }).click()
  await expect(status(page)).toHaveText(saved)
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Есть начатая ссылка')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Адрес' })).toHaveValue('школа')
  await page.getByRole('textbox', { name: 'Адрес' }).fill('school.ru/partners')
  await page.getByRole('textbox', { name: 'Название' }).fill('Наши партнёры')
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Наши партнёры' })).toHaveAttribute('href', 'https://school.ru/partners')

  // a link keeps what is typed in it when the order changes
  await page.getByRole('button', { name: 'Добавить страницу' }).click()
  await page.getByRole('textbox', { name: 'Адрес' }).fill('school.ru/news')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Изменить ссылку: school.ru/news' }).click()
  await page.getByRole('textbox', { name: 'Название' }).fill('Новости')
  await page.getByRole('button', { name: 'Ниже: Наши партнёры' }).click()
  await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Новости')
  await page.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Страница опубликована')).toBeVisible()
  await expect(page.locator('a[itemprop="addRef"]')).toHaveText(['Новости', 'Наши партнёры'])
  await expect(page.locator('[itemprop="internationalDog"] [itemprop="stateName"]')).toHaveText(['Китай', 'Сербия'])
})

test('the platform’s data are corrected, left out, and restored', async ({ page, request }) => {
  const { token } = await newPerson('curator')
  const { content: before, revision } = await serverDraft(request, token, 10)
  const body = { content: { ...before, blocks: {} }, revision }
  await callApi(request, 'PUT', '/api/organisation/pages/10/draft', { token, body })
  await openAs(page, token, '/organisation/page10?view=edit')
  const rows = block(page, 'Вакантные места для приёма и перевода').getByRole('listitem')
  // a course of another story may have no limit, and so nothing to correct
  const row = rows.filter({ hasText: 'Основы вёрстки' })
  await expect(row).toContainText('из платформы')
  await row.getByRole('button', { expanded: false }).click()
  await row.getByRole('button', { name: 'Исправить: По договорам' }).click()
  const places = row.getByRole('textbox', { name: 'По договорам' })
  await expect(places).toBeFocused()
  await places.fill('7')
  await expect(row).toContainText('1 исправление')
  await places.fill('')
  await expect(row).toContainText('Поле пустое, поэтому на странице останется из платформы: ')
  await expect(row).not.toContainText('исправление')
  await row.getByRole('button', { name: 'Как в платформе: По договорам' }).click()
  await expect(row.getByRole('button', { name: 'Исправить: По договорам' })).toBeFocused()
  await expect(row).not.toContainText('исправление')
  await row.getByRole('button', { name: /^Не публиковать/ }).click()
  await expect(row).toContainText('не публикуется')
  await expect(status(page)).toHaveText(saved)
  const { content } = await serverDraft(request, token, 10)
  // rows for courses of other stories come before it
  const hidden = content.blocks.vacant.rows.filter((row: { hidden?: boolean }) => row.hidden)
  expect(hidden).toEqual([expect.objectContaining({ hidden: true, values: {} })])
  await page.getByRole('button', { name: 'Отменить изменения' }).click()
  await expect(row).not.toContainText('не публикуется')
  expect(await serverDraft(request, token, 10)).toMatchObject({ saved_at: null, since: null })
})

test('two versions of a page are shown side by side', async ({ page, request }) => {
  const [one, other] = await Promise.all([newPerson('curator'), newPerson('curator')])
  await publishRows(request, one.token, 13, 'health', [])
  await openAs(page, one.token, '/organisation/page13?view=edit')
  const field = page.getByRole('textbox', { name: 'Условия охраны здоровья обучающихся' })
  await field.fill('Медпункт на первом этаже')
  await expect(status(page)).toHaveText(saved)
  const { content, revision } = await serverDraft(request, one.token, 13)
  const theirs = { ...content, blocks: { health: { rows: [{ id: 'h', values: { health: { text: 'Врач школы' } } }] } } }
  const body = { content: theirs, revision }
  await callApi(request, 'PUT', '/api/organisation/pages/13/draft', { token: other.token, body })
  await field.fill('Медпункт на втором этаже')
  const conflict = page.getByRole('group', { name: 'Черновик изменён в другом месте' })
  await expect(conflict.getByRole('region', { name: 'На этом устройстве' })).toContainText('Медпункт на втором этаже')
  await expect(conflict.getByRole('region', { name: /^На сервере/ })).toContainText('Врач школы')
  expect(await violations(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Оставить мою' }).click()
  await expect(field).toHaveValue('Медпункт на втором этаже')
  await expect(status(page)).toHaveText(saved)
  expect((await serverDraft(request, one.token, 13)).content.blocks.health.rows[0].values.health).toEqual({
    text: 'Медпункт на втором этаже',
  })
})

test('each part of two versions is chosen separately, and can be chosen again without loss', async ({
  page,
  request,
}) => {
  const [one, other] = await Promise.all([newPerson('curator'), newPerson('curator', 'Пётр', 'Соседов')])
  await publishRows(request, one.token, 9, 'volume', [{ id: 'y', values: { finYear: { text: '2024' } } }])
  await openAs(page, one.token, '/organisation/page9?view=edit')
  const volume = page.getByRole('textbox', { name: 'За счёт федерального бюджета' })
  await volume.fill('100')
  await expect(status(page)).toHaveText(saved)
  const { content, revision } = await serverDraft(request, one.token, 9)
  const blocks = {
    volumes: { rows: [{ id: 'v', values: { finBFVolume: { text: '999' } } }] },
    volume: { rows: [{ id: 'y', values: { finYear: { text: '2025' } } }] },
  }
  const body = { content: { ...content, blocks, after: '<p>Отчёт утверждён.</p>' }, revision }
  await callApi(request, 'PUT', '/api/organisation/pages/9/draft', { token: other.token, body })
  await volume.fill('101')
  const conflict = page.getByRole('group', { name: 'Черновик изменён в другом месте' })
  const sums = conflict.getByRole('group', { name: /^Объём образовательной деятельности/ })
  const years = conflict.getByRole('group', { name: /^Поступление и расходование/ })
  await expect(sums.getByRole('region', { name: /На этом устройстве$/ })).toContainText('101')
  await expect(sums.getByRole('region', { name: /На сервере.*Соседов$/ })).toContainText('999')
  await expect(years.getByRole('region', { name: /На этом устройстве$/ })).toContainText('2024')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await conflict.getByRole('button', { name: 'Везде с сервера' }).click()
  await sums.getByRole('radio', { name: 'На этом устройстве' }).check()
  await conflict.getByRole('button', { name: 'Продолжить с выбранным' }).click()
  await expect(volume).toHaveValue('101')
  await expect(page.getByRole('button', { name: /^2025/ })).toBeVisible()
  await expect(editor(page, 'Текст после сведений')).toHaveText('Отчёт утверждён.')
  await expect(status(page)).toHaveText(saved)

  // chosen again: later changes in other parts stay
  await page.getByRole('textbox', { name: 'По договорам об оказании платных образовательных услуг' }).fill('7')
  await page.getByRole('button', { name: 'Выбрать иначе' }).click()
  await expect(sums.getByRole('radio', { name: 'На этом устройстве' })).toBeChecked()
  await expect(years.getByRole('radio', { name: /^На сервере/ })).toBeChecked()
  await years.getByRole('radio', { name: 'На этом устройстве' }).check()
  await conflict.getByRole('button', { name: 'Продолжить с выбранным' }).click()
  await expect(page.getByRole('button', { name: /^2024/ })).toBeVisible()
  await expect(status(page)).toHaveText(saved)
  const kept = (await serverDraft(request, one.token, 9)).content
  expect(kept.after).toBe('<p>Отчёт утверждён.</p>')
  expect(kept.blocks.volume.rows[0].values.finYear).toEqual({ text: '2024' })
  expect(kept.blocks.volumes.rows[0].values).toMatchObject({ finBFVolume: { text: '101' }, finPVolume: { text: '7' } })
})

test('the editor is accessible and fits a phone', async ({ page }) => {
  test.setTimeout(90_000)
  const { token } = await newPerson('curator')
  await openAs(page, token, '/organisation/page4?view=edit')
  await expect(page.getByRole('textbox', { name: 'Текст после сведений' })).toBeVisible()
  await page
    .getByRole('group', { name: 'Описание программ и документы к ним' })
    .getByRole('button', { expanded: false })
    .first()
    .click()
  await page.setViewportSize({ width: 375, height: 812 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(await violations(page)).toEqual([])
})

for (const [path, region] of [
  ['/organisation', 'Страницы раздела'],
  ['/organisation?view=documents', 'Документы организации'],
] as const) {
  test(`${path} is accessible and fits a phone`, async ({ page }) => {
    test.setTimeout(90_000)
    const { token } = await newPerson('curator')
    await page.setViewportSize({ width: 375, height: 812 })
    await openAs(page, token, path)
    await expect(page.getByRole('region', { name: region }).getByRole('list').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    expect(await violations(page)).toEqual([])
  })
}

test('a document is replaced, and the old one is archived', async ({ page }) => {
  const { token } = await newPerson('curator')
  await openAs(page, token, '/organisation?view=documents')
  const name = `Правила ${Date.now()}`
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Добавить документ' }).click()
  await dialog.getByLabel('Файл документа, PDF', { exact: true }).setInputFiles(pdf)
  await expect(dialog.getByRole('list', { name: 'Прикреплённые файлы' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Название' }).fill(name)
  await dialog.getByLabel('Действует до').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  const current = page
    .getByRole('list', { name: 'Действующие документы' })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(current).toContainText('Срок действия истёк')

  await current.getByRole('button', { name: 'Заменить' }).click()
  await dialog.getByLabel('Файл документа, PDF', { exact: true }).setInputFiles(pdf)
  await expect(dialog.getByRole('list', { name: 'Прикреплённые файлы' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Название' }).fill(`${name}, новые`)
  await dialog.getByRole('button', { name: 'Заменить' }).click()
  await expect(current).toHaveCount(1)
  await expect(current).toContainText(`${name}, новые`)
  await expect(current).not.toContainText('Срок действия истёк')
  await page.getByText(/^Архив:/).click()
  const old = page.getByRole('list', { name: 'Архив' }).getByRole('listitem').filter({ hasText: name })
  await expect(old).toContainText(`вместо него «${name}, новые»`)

  await current.getByRole('button', { name: 'В архив' }).click()
  await expect(current).toHaveCount(0)
  await takeOffer(page, 'Отменить')
  await expect(current).toContainText(`${name}, новые`)
  await current.getByRole('button', { name: 'В архив' }).click()
  await expect(current).toHaveCount(0)
  // the replaced one stays there: another has taken its place
  await expect(old).toHaveCount(2)
  await page
    .getByRole('button', { name: 'Вернуть из архива' })
    .and(page.locator(`[aria-label*="${name}"]`))
    .click()
  await expect(current).toContainText(`${name}, новые`)
  await expect(old).toHaveCount(1)
  await current.getByRole('button', { name: 'В архив' }).click()
  await expect(current).toHaveCount(0)
})

test('text typed without a network is sent when there is one', async ({ page, request, context }) => {
  const { token } = await newPerson('curator')
  await publishRows(request, token, 11, 'grants', [])
  await openAs(page, token, '/organisation/page11?view=edit')
  const field = page.getByRole('textbox', { name: 'Стипендии' })
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('Именные стипендии')
  await expect(status(page)).toHaveText(offline)
  await context.setOffline(false)
  await expect(status(page)).toHaveText(saved)
  const { content } = await serverDraft(request, token, 11)
  expect(content.blocks.grants.rows[0].values.grant).toEqual({ text: 'Именные стипендии' })
})
