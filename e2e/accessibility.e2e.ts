import { callApi, demoToken, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { breaking, violations } from './violations.ts'

type Visitor = 'guest' | 'student' | 'teacher' | 'curator'

/** The screens of the demo school for each visitor, some with their titles; public pages have their own stories. */
const screens: [Visitor, path: string, title?: string][] = [
  ['student', '/courses', 'Курсы'],
  ['student', '/courses/1', 'Основы вёрстки'],
  ['student', '/tasks', 'Задания'],
  ['student', '/calendar', 'Календарь'],
  ['student', '/profile', 'Профиль'],
  ['student', '/projects/create', 'Новый проект'],
  ['teacher', '/courses/1/edit', 'Редактирование курса'],
  ['teacher', '/courses/create', 'Новый курс'],
  ['teacher', '/lessons/create/1', 'Новый урок'],
  ['curator', '/users', 'Пользователи'],
  ...['/login', '/registration', '/forgot-password', '/reset-password/none?email=a@b.ru', '/nope'].map(
    (path): [Visitor, string] => ['guest', path],
  ),
  ...['/documents/parent-consent?token=none', '/documents/cookies?version=1'].map((path): [Visitor, string] => [
    'guest',
    path,
  ]),
  ...[
    '',
    '?tab=documents',
    '?tab=documents&document=privacy',
    '?tab=consents',
    '?tab=reports',
    '?tab=state',
    '?tab=integrations',
    '?tab=home',
  ].map((tab): [Visitor, string] => ['curator', `/settings${tab}`]),
  ...[
    '/',
    '/lessons/2',
    '/lessons/7',
    '/lessons/4',
    '/lessons/7?work',
    '/lessons/4?work',
    '/calendar?view=list',
    '/announcements/2',
    '/projects/2',
  ].map((path): [Visitor, string] => ['student', path]),
  ...['/', '/courses', '/courses/1', '/lessons/2', '/lessons/7', '/lessons/7/edit'].map((path): [Visitor, string] => [
    'teacher',
    path,
  ]),
  ...['/courses/1/edit?view=admission', '/tasks', '/tasks?status=accepted', '/tasks?search=нетакого'].map(
    (path): [Visitor, string] => ['teacher', path],
  ),
  ...['/', '/courses', '/calendar', '/users/5', '/tasks', '/organisation/page1'].map((path): [Visitor, string] => [
    'curator',
    path,
  ]),
]

for (const [visitor, path, title] of screens) {
  test(`${path} as ${visitor}: no violation of WCAG, nothing wider than a phone of 320 px`, async ({ page }) => {
    await openAs(page, visitor === 'guest' ? null : await demoToken(visitor), path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    if (title) await expect(page).toHaveTitle(`Практика — ${title}`)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    // what measures itself follows a frame later
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    // what is scrolled sideways there is reached with the keyboard, in a served page without the app, too; in an editor
    // it is reached with the caret
    if (visitor === 'guest') expect(await breaking(page, 'scrollable-region-focusable')).toEqual([])
  })
}

test('the drawer', async ({ page }) => {
  await openAs(page, await demoToken('student'), '/')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByRole('dialog', { name: 'Уведомления' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('two versions of a draft', async ({ page, request }) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const { token } = student
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lesson.id}/task`, { token })
  const both = page.getByRole('group', { name: /изменён в другом месте|сохранили другую версию/ })

  await openAs(page, token, `/lessons/${lesson.id}?work`)
  const answer = page.getByRole('textbox', { name: /^Ответ/ })
  await expect(answer).toBeVisible()
  const body = { content: '<h2>С телефона</h2><p>Текст</p>', revision: task.draft.revision }
  await callApi(request, 'PUT', `/api/tasks/${task.id}/draft`, { token, body })
  await answer.fill('С компьютера')
  await expect(both).toBeVisible()
  expect(await violations(page)).toEqual([])

  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  await page.getByRole('textbox', { name: 'Текст урока' }).fill('Мой текст')
  await expect(page.getByText(/^Сохранено в/)).toBeVisible()
  const change = { name: 'Название коллеги', content: '<p>Текст коллеги</p>' }
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: change })
  await page.reload()
  await expect(both).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('a text with every element, read and written', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { lesson } = await newCourse(request, teacher)
  const content = [
    '<h2>Часть</h2><ul data-type="taskList"><li data-checked="true"><p>дело</p></li></ul>',
    '<p><span data-type="inline-math" data-latex="x^2"></span></p><div data-type="block-math" data-latex="\\frac{a}{b}"></div>',
    '<pre><code class="language-javascript">// слова\nconst a = "b" + f(1)</code></pre>',
    '<pre><code class="language-html">&lt;a href="/"&gt;б&lt;/a&gt;</code></pre>',
    ...['info', 'warn', 'ok'].map((kind) => `<aside data-callout="${kind}"><p>Врезка</p></aside>`),
    '<details><summary>Ответ</summary><div data-type="detailsContent"><p>Внутри</p></div></details>',
    '<blockquote><p>Цитата</p></blockquote><table><tbody><tr><th><p>а</p></th></tr><tr><td><p>б</p></td></tr></tbody></table>',
  ].join('')
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: { content } })
  await openAs(page, teacher.token, `/lessons/${lesson.id}`)
  await expect(page.locator('.katex-html').first()).toBeVisible()
  await expect(page.locator('.hljs-keyword')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(`/lessons/${lesson.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Текст урока' })
  await text.locator('pre').first().click()
  await expect(page.getByRole('group', { name: 'Код' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await text.press('Control+End')
  // the editor handles a moved caret a moment later
  await expect(page.getByRole('group', { name: 'Код' })).toBeHidden()
  await text.press('Enter')
  await text.pressSequentially('/')
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Вставить', exact: true }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
