import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { bar, insert, menu, openLesson, paste, picture, save, selectBy, text, type } from './editor.ts'
import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'

test('the «/» menu works without a mouse', async ({ page, request }) => {
  await openLesson(page, request)
  await type(page, '/')
  await expect(menu(page).getByRole('option')).toHaveCount(21)
  const chosen = menu(page).getByRole('option', { selected: true })
  await expect(chosen).toContainText('Обычный текст')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Заголовок')
  // a screen reader announces which one it is
  await expect(text(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) as string)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toContainText('Раскрывающийся блок')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(text(page)).toHaveText('/')

  await page.keyboard.press('Backspace')
  await type(page, '/подзаг')
  await expect(menu(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await type(page, 'Часть')
  await expect(text(page).getByRole('heading', { level: 3 })).toHaveText('Часть')

  // a slash between words is a slash
  await page.keyboard.press('Enter')
  await type(page, 'км/ч и / или')
  await expect(menu(page)).toHaveCount(0)
})

test('common shorthand in a line becomes what people mean by it', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await type(page, '"Слово "внутри" слов" - и всё... **Важно**, `"код"` и 5 - 3.\n')
  await type(page, 'Площадь $\\pi r^2$ круга\n')
  await type(page, '``` const a = "b"')
  expect(await save(page, request, teacher, lessonId)).toBe(
    [
      '<p>«Слово „внутри“ слов» — и всё… <strong>Важно</strong>, <code>"код"</code> и 5 - 3.</p>',
      '<p>Площадь <span data-type="inline-math" data-latex="\\pi r^2"></span> круга</p>',
      '<pre><code>const a = "b"</code></pre>',
    ].join(''),
  )
})

test('common shorthand at the beginning of a line becomes a heading, a list, a quotation', async ({
  page,
  request,
}) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await type(page, '# Заголовок\n')
  await type(page, '- раз\nдва\n\n')
  await type(page, '[ ] дело\n\n')
  await type(page, '> цитата\n\n')
  await type(page, '---')
  await type(page, 'Конец')
  expect(await save(page, request, teacher, lessonId)).toBe(
    [
      '<h2>Заголовок</h2>',
      '<ul><li><p>раз</p></li><li><p>два</p></li></ul>',
      '<ul data-type="taskList"><li data-checked="false"><p>дело</p></li></ul>',
      '<blockquote><p>цитата</p></blockquote>',
      '<hr />',
      '<p>Конец</p>',
    ].join(''),
  )
})

test('Ctrl+Z restores the typed character', async ({ page, request }) => {
  await openLesson(page, request)
  await type(page, '"')
  await expect(text(page)).toHaveText('«')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toHaveText('"')
})

test('text from Word is pasted without Word’s markup', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  const html = await readFile('web/editor/paste/fixtures/word.clipboard', 'utf8')
  // Word adds a picture of the whole selection to its text
  await paste(page, { html, file: { name: 'image.png', type: 'image/png', base64: await picture(4, 4) } })
  await expect(page.getByText('Картинки не вставились')).toBeVisible()
  const saved = await save(page, request, teacher, lessonId)
  expect(saved).toContain('<h2>Сетка в макете</h2><p>Сетка — это <strong>каркас</strong> страницы, а не')
  expect(saved).toContain('<ul><li><p>колонки</p><ul><li><p>широкие</p></li><li><p>узкие</p></li></ul></li>')
  expect(saved).not.toMatch(/style=|class=|Mso|o:p|<img|<p><\/p>|\u00a0|&nbsp;/)
})

test('a table loses a column and a row', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await insert(page, 'табл')
  await type(page, 'Имя')
  await page.keyboard.press('Tab')
  await type(page, 'Балл')
  await bar(page, 'Таблица').getByRole('button', { name: 'Удалить столбец' }).click()
  await bar(page, 'Таблица').getByRole('button', { name: 'Удалить строку' }).click()
  await page.keyboard.press('Control+End')
  await type(page, 'После')
  expect(await save(page, request, teacher, lessonId)).toMatch(
    /^<table><tbody>(<tr>(<t[hd]><p>(Имя)?<\/p><\/t[hd]>){2}<\/tr>){2}<\/tbody><\/table>/,
  )
})

test('code in a language, a call-out and a part that folds', async ({ page, request }) => {
  const { teacher, student, lessonId } = await openLesson(page, request)
  await insert(page, 'блок кода')
  await type(page, 'const a = 1')
  await bar(page, 'Код').getByRole('combobox', { name: 'Язык' }).selectOption('JavaScript')
  await expect(text(page).locator('.hljs-keyword')).toHaveText('const')
  await page.keyboard.press('Control+End')
  await insert(page, 'осторожно')
  await type(page, 'Горячо')
  await bar(page, 'Выделенный блок').getByRole('button', { name: 'Совет' }).click()
  await page.keyboard.press('Control+End')
  await insert(page, 'спойлер')
  await type(page, 'Ответ')
  await page.keyboard.press('Enter')
  await type(page, 'Сорок два')
  const saved = await save(page, request, teacher, lessonId)
  expect(saved).toContain('<pre><code class="language-javascript">const a = 1</code></pre>')
  expect(saved).toContain('<aside data-callout="ok"><p>Горячо</p></aside>')
  expect(saved).toMatch(/<details><summary>Ответ<\/summary><div data-type="detailsContent"><p>Сорок два<\/p><\/div>/)

  // a reader sees the same
  await openAs(page, student.token, `/lessons/${lessonId}`)
  const lesson = page.getByRole('article').first()
  await expect(lesson.locator('.hljs-keyword')).toHaveText('const')
  await expect(lesson.getByText('Сорок два')).toBeHidden()
  await lesson.getByText('Ответ').click()
  await expect(lesson.getByText('Сорок два')).toBeVisible()
})

test('a formula is shown while it is written, with its errors', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await insert(page, 'формула отдельно')
  const dialog = page.getByRole('dialog', { name: 'Формула' })
  await dialog.getByRole('textbox').fill('\\frac{a}{b')
  await expect(dialog.getByText(/закройте её скобку/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Вставить' })).toBeDisabled()
  await dialog.getByRole('textbox').press('End')
  await type(page, '}')
  await expect(dialog.locator('.mfrac')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await type(page, 'Дальше')

  // and changed afterwards
  await text(page).locator('[data-type="block-math"]').click()
  await dialog.getByRole('textbox').fill('x^2')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Закрыть без сохранения?' }).getByRole('button', { name: 'Остаться' }).click()
  await dialog.getByRole('button', { name: 'Готово' }).click()
  expect(await save(page, request, teacher, lessonId)).toBe(
    '<div data-type="block-math" data-latex="x^2"></div><p>Дальше</p>',
  )
  await expect(page.getByRole('article').first().locator('.katex-html').first()).toBeVisible()
})

/** Returns a check whether the text has the focus at the moment a part disappears; call it before that. */
const watchFocus = async (part: Locator) => {
  const watch = await part.evaluateHandle((element) => ({
    inText: new Promise<boolean>((resolve) => {
      new MutationObserver(() => {
        if (!element.isConnected) resolve(document.activeElement?.matches('.rich-text') ?? false)
      }).observe(document, { childList: true, subtree: true })
    }),
  }))
  return () => watch.evaluate(({ inText }) => inText)
}

test('no letter is lost after a dialog, a menu or a button: the text has the focus before they disappear', async ({
  page,
  request,
}) => {
  const { teacher, lessonId } = await openLesson(page, request)
  const dialog = page.getByRole('dialog', { name: 'Формула' })
  const leave = async (part: Locator, act: () => Promise<void>) => {
    await expect(part).toBeVisible()
    const inText = await watchFocus(part)
    await act()
    expect(await inText()).toBe(true)
  }
  await insert(page, 'формула отдельно')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await type(page, 'x')
  await leave(dialog, () => page.keyboard.press('Enter'))
  await type(page, 'раз ')
  await insert(page, 'формула отдельно')
  await leave(dialog, () => page.keyboard.press('Escape'))
  await type(page, 'два ')
  await insert(page, 'формула отдельно')
  await leave(dialog, () => dialog.getByRole('button', { name: 'Отменить' }).click())
  await type(page, 'три ')

  const tools = page.getByRole('toolbar', { name: 'Оформление: Текст урока' })
  await tools.getByRole('button', { name: 'Вставить' }).click()
  await leave(page.getByRole('menu'), () => page.getByRole('menuitem', { name: 'Зачёркнутый' }).click())
  await type(page, 'четыре')
  await page.keyboard.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Полужирный' })).toBeFocused()
  await page.keyboard.press('Enter')
  await type(page, 'пять')

  await selectBy(page, 'Shift+Home')
  await page.keyboard.press('Control+k')
  await bar(page, 'Ссылка').getByRole('textbox', { name: 'Адрес' }).fill('example.com')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.rich-text'))).toBe(true)
  expect(await save(page, request, teacher, lessonId)).toBe(
    '<div data-type="block-math" data-latex="x"></div><p><a href="https://example.com" rel="noopener noreferrer nofollow" target="_blank">раз два три <s>четыре</s><strong><s>пять</s></strong></a></p>',
  )
})

test('a key works at the caret, before the browser has reported that it moved', async ({ page, request }) => {
  await openLesson(page, request)
  await type(page, 'одинтри\nчетыре')
  await text(page).evaluate((element) => {
    document.getSelection()?.collapse(element.querySelector('p')?.firstChild ?? null, 4)
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }))
  })
  await expect(text(page).getByRole('paragraph')).toHaveText(['один', 'три', 'четыре'])
})

test('a link is made, followed only where intended, and removed', async ({ page, request }) => {
  const { teacher, lessonId } = await openLesson(page, request)
  await type(page, 'Смотрите сайт')
  await selectBy(page, 'Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+k')
  const address = bar(page, 'Ссылка').getByRole('textbox', { name: 'Адрес' })
  await expect(address).toBeFocused()
  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(bar(page, 'Ссылка').getByRole('alert')).toBeVisible()
  await address.fill('пример ком')
  await text(page).click()
  await expect(bar(page, 'Ссылка').getByRole('alert')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('example.com/a')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('End')
  await type(page, ' школы')
  expect(await save(page, request, teacher, lessonId)).toBe(
    '<p>Смотрите <a href="https://example.com/a" rel="noopener noreferrer nofollow" target="_blank">сайт</a> школы</p>',
  )
})

test('a list has room for years', async ({ page, request }) => {
  await openLesson(page, request, '<ol start="1941"><li><p>Начало войны</p></li></ol>')
  const room = await text(page).evaluate((element) => {
    const list = element.querySelector('ol') as HTMLElement
    const number = document.createElement('span')
    number.textContent = '1941.\u00a0'
    document.body.append(number)
    number.style.font = getComputedStyle(list).font
    return Number.parseFloat(getComputedStyle(list).paddingLeft) - number.getBoundingClientRect().width
  })
  expect(room).toBeGreaterThan(0)
})

test('keys lead from the text to its buttons and settings, and back', async ({ page, request }) => {
  await openLesson(page, request, '<pre><code>a</code></pre><p>б</p>')
  await page.keyboard.press('Alt+F10')
  const toolbar = page.getByRole('toolbar', { name: 'Оформление: Текст урока' })
  await expect(toolbar.getByRole('button', { name: 'Полужирный' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar.getByRole('button', { name: 'Курсив' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await expect(toolbar.getByRole('button', { name: 'Курсив' })).toHaveAttribute('aria-pressed', 'true')

  await text(page).locator('pre').click()
  await expect(bar(page, 'Код')).toBeVisible()
  const language = bar(page, 'Код').getByRole('combobox')
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Alt+F10')
  await expect(language).toBeFocused()
  // a key chooses the next one, and more may follow
  const languages = await language
    .getByRole('option')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value')))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(language).toHaveValue(languages[2] ?? '')
  await expect(language).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
})

test('a reader loads nothing of the editor, and only what the text needs', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { lesson } = await newCourse(request, teacher)
  const path = `/api/lessons/${lesson.id}`
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  const load = async (content: string) => {
    await callApi(request, 'PUT', path, { token: teacher.token, body: { content } })
    await page.goto('about:blank')
    asked.length = 0
    await openAs(page, teacher.token, `/lessons/${lesson.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
  }
  const loaded = () =>
    asked.filter((name) => /^\/build\/.*(Editor|draw-code|formulas|KaTeX|TextMedia|LightBox)/.test(name)).join()
  await load('<p>Слова, <strong>важные</strong>, и <code>код</code>.</p>')
  expect(loaded()).toBe('')
  await load('<pre><code class="language-css">a { color: red }</code></pre>')
  await expect.poll(loaded).toMatch(/draw-code/)
  expect(loaded()).not.toMatch(/Editor|formulas|KaTeX/)
  await load('<p><span data-type="inline-math" data-latex="x"></span></p>')
  // a font is asked for with the first frame that needs it, which may be later than the last script
  await expect.poll(loaded).toMatch(/formulas.*KaTeX_Math-Italic/)
  expect(loaded()).not.toMatch(/Editor|draw-code|KaTeX_Main-Bold/)
})

test('a served text is drawn before any script runs', async ({ request }) => {
  const curator = await newPerson('curator')
  const content =
    '<pre><code class="language-css">a { color: red }</code></pre><p><span data-type="inline-math" data-latex="x^2"></span></p>'
  const { token } = curator
  // no other story changes this page
  const path = '/api/organisation/pages/14'
  const { draft } = await callApi(request, 'GET', `${path}/draft`, { token })
  const publish = async (before: string) => {
    const { revision } = (await callApi(request, 'GET', `${path}/draft`, { token })).draft
    const body = { content: { ...draft.content, before }, revision }
    const kept = await callApi(request, 'PUT', `${path}/draft`, { token, body })
    await callApi(request, 'POST', `${path}/publish`, { token, body: { revision: kept.draft.revision } })
  }
  await publish(content)
  const html = await (await request.get('/organisation/page14')).text()
  await publish(draft.content.before)
  expect(html).toContain('<span class="hljs-selector-tag">a</span>')
  expect(html).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML">')
})

test('the buttons of a form are above the toolbar of its text', async ({ page }) => {
  const teacher = await newPerson('teacher')
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, teacher.token, '/courses/create')
  await expect(page.getByRole('textbox', { name: 'О курсе', exact: true })).toBeAttached()
  const covered = () =>
    page.getByRole('button', { name: 'Создать курс' }).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const at = (share: number) => document.elementFromPoint(left + width * share, top + height / 2)
      return [0.1, 0.5, 0.9].filter((share) => !button.contains(at(share)))
    })
  await expect.poll(covered).toEqual([])
})
