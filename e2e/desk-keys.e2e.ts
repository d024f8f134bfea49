import type { Page } from '@playwright/test'
import { newQueue } from './desk.ts'
import { callApi, expect, openAs, settled, test } from './school.ts'
import { stayUndoable } from './undo.ts'

/** The student of the task on the desk. */
const shown = (page: Page) => page.getByRole('region', { name: 'Плакат' }).getByRole('link', { name: /Номер/ })

const nameOf = (index: number) => `Номер${String(index).padStart(2, '0')}`

/** Waits until this student's task is on the desk with its verdict form. */
const arrive = async (page: Page, index: number) => {
  await expect(shown(page)).toHaveText(new RegExp(nameOf(index)))
  await expect(page.getByRole('button', { name: 'Принять', exact: true })).toBeEnabled()
}

test('20 tasks are reviewed with keys alone', async ({ page, request }) => {
  test.setTimeout(120_000)
  const { teacher, tasks } = await newQueue(request, 20)
  const keys = page.keyboard
  const verdicts = new Map<number, 'accepted' | 'returned'>()
  await stayUndoable(page)
  await openAs(page, teacher.token, '/tasks')
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(20)
  // its keys work a moment after it is shown
  await settled(page)

  await keys.press('j')
  for (let index = 1; index <= 20; index += 1) {
    await test.step(`task ${index}`, async () => {
      await arrive(page, index)
      if (index % 4 === 0) {
        // is returned with a remark and a comment
        await keys.press('r')
        await keys.type('Сделайте поля шире')
        await keys.press('Control+Enter')
        verdicts.set(index, 'returned')
      } else {
        await keys.press('1')
        await keys.press('2')
        await keys.press('2')
        await keys.press('3')
        if (index % 5 === 0) {
          await keys.press('c')
          await keys.type('Отлично')
          await keys.press('Escape')
        }
        await keys.press('a')
        await expect(page.getByRole('button', { name: 'Принять', exact: true })).toBeFocused()
        await keys.press(index % 2 ? 'Enter' : 'Control+Enter')
        verdicts.set(index, 'accepted')
      }
      if (index === 7) {
        await arrive(page, 8)
        await keys.press('z')
        await arrive(page, 7)
        // the typed text is there again
        await expect(
          page.getByRole('group', { name: 'Сетка держится' }).getByRole('button', { name: 'выполнено', exact: true }),
        ).toHaveAttribute('aria-pressed', 'true')
        await keys.press('r')
        await keys.type('Передумал: поправьте шрифт')
        await keys.press('Control+Enter')
        verdicts.set(7, 'returned')
      }
    })
  }
  await expect(page.getByText('Всё проверено')).toBeVisible()

  for (const [index, id] of tasks.entries()) {
    const load = async () => (await callApi(request, 'GET', `/api/tasks/${id}`, { token: teacher.token })).task
    // the desk moves on before the server has answered
    await expect
      .poll(async () => [index + 1, (await load()).attempts[0].review?.verdict])
      .toEqual([index + 1, verdicts.get(index + 1)])
    const task = await load()
    const { review } = task.attempts[0]
    if (review.verdict === 'accepted') {
      expect(review.criteria.map(({ level }: { level: string }) => level)).toEqual(['met', 'partly', 'met'])
      expect(task.score).toBe(8.5)
    } else expect(review.comment).toMatch(/Сделайте поля шире|Передумал/)
  }
})

test('keys are off while typing, work in the Russian layout, and can be changed or switched off', async ({
  page,
  request,
}) => {
  const { teacher } = await newQueue(request, 2)
  const keys = page.keyboard
  await openAs(page, teacher.token, '/tasks')
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(2)
  await settled(page)
  const press = (code: string, key: string) =>
    page.evaluate(
      ([code, key]) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { code: code as string, key: key as string, bubbles: true, cancelable: true }),
        ),
      [code, key],
    )

  await press('KeyJ', 'о')
  await arrive(page, 1)
  await press('KeyJ', 'о')
  await arrive(page, 2)
  await keys.press('k')
  await arrive(page, 1)

  // in a comment, letters are only letters
  await keys.press('c')
  await keys.type('jarz')
  await expect(page.getByRole('textbox', { name: 'Комментарий к решению' })).toHaveValue('jarz')
  await arrive(page, 1)
  // without a choice nothing is sent
  await keys.press('Control+Enter')
  await expect(page.getByText('Сначала выберите решение')).toBeVisible()
  await keys.press('Escape')
  await keys.press('a')
  await keys.press('a')
  await arrive(page, 1)

  await keys.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await keys.press('Escape')
  await keys.press('?')
  const help = page.getByRole('dialog', { name: 'Клавиши' })
  await help.getByRole('button', { name: /^Следующая работа/ }).click()
  await keys.press('k')
  await expect(help.getByText(/занята: «Предыдущая работа»/)).toBeVisible()
  await keys.press('n')
  await expect(help.getByRole('button', { name: 'Следующая работа: N Т. Изменить' })).toBeVisible()
  await keys.press('Escape')
  await expect(help).toBeHidden()

  await page.reload()
  await arrive(page, 1)
  await keys.press('j')
  await arrive(page, 1)
  await keys.press('n')
  await arrive(page, 2)
  await keys.press('?')
  await help.getByRole('button', { name: 'Вернуть как было' }).click()
  await help.getByRole('switch', { name: 'Работать клавишами' }).uncheck()
  await expect(help.getByRole('switch', { name: 'Работать клавишами' })).not.toBeChecked()
  await keys.press('Escape')
  await keys.press('k')
  await arrive(page, 2)
})

test('a key pressed before the queue has loaded takes its step then', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  const queue = Promise.withResolvers<void>()
  await page.route(/\/api\/tasks\?/, async (route) => {
    await queue.promise
    await route.continue()
  })
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await arrive(page, 1)
  await page.keyboard.press('j')
  await arrive(page, 1)
  queue.resolve()
  await arrive(page, 2)
})

test('a step from a task that is not in the queue waits until its place there is known', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 3, [])
  const body = { attempt: 1, verdict: 'accepted' }
  await callApi(request, 'POST', `/api/tasks/${tasks[1]}/review`, { token: teacher.token, body })
  const task = Promise.withResolvers<void>()
  await page.route(`**/api/tasks/${tasks[1]}`, async (route) => {
    await task.promise
    await route.continue()
  })
  await openAs(page, teacher.token, `/tasks?task=${tasks[1]}`)
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(2)
  await page.keyboard.press('j')
  task.resolve()
  await arrive(page, 3)
})

test('keys pressed while a task is loading are for it alone, and wait for it', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 4)
  const keys = page.keyboard
  const load = async (index: number) =>
    (await callApi(request, 'GET', `/api/tasks/${tasks[index - 1]}`, { token: teacher.token })).task
  await stayUndoable(page)
  /** Holds a task back until it is called. */
  const hold = async (index: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**/api/tasks/${tasks[index - 1]}`, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const [showSecond, showThird, showFourth] = [await hold(2), await hold(3), await hold(4)]
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await arrive(page, 1)
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(4)
  const isOpen = (index: number) => expect(page).toHaveURL(new RegExp(`task=${tasks[index - 1]}$`))

  // accepted one after another, the second before it is there
  for (const key of ['1', '2', '3', 'a', 'Enter', '1', '2', '2', '3', 'a', 'Enter']) await keys.press(key)
  await isOpen(2)
  await expect(shown(page)).toHaveCount(0)
  showSecond()
  await isOpen(3)

  // what was meant for one that was left reaches no other
  for (const key of ['1', 'a', 'j']) await keys.press(key)
  await isOpen(4)
  await keys.press('k')
  await isOpen(3)
  showThird()
  await arrive(page, 3)
  await keys.press('2')
  const marked = page.getByRole('button', { name: 'выполнено', exact: true, pressed: true })
  await expect(page.getByRole('group', { name: 'Заголовки различимы' }).locator(marked)).toBeVisible()
  await expect(marked).toHaveCount(1)
  await expect(page.getByText(/Подтвердите/)).toHaveCount(0)

  // the text that follows the key of its field is text
  await keys.press('j')
  await isOpen(4)
  await keys.press('r')
  await keys.type('jack')
  await isOpen(4)
  showFourth()
  await arrive(page, 4)
  await expect(page.getByRole('textbox', { name: 'Комментарий к решению' })).toHaveValue('jack')

  const judged = async (index: number) => {
    const { review } = (await load(index)).attempts[0]
    return review && [review.verdict, review.criteria.map(({ level }: { level: string }) => level)]
  }
  await expect.poll(() => judged(1)).toEqual(['accepted', ['met', 'met', 'met']])
  await expect.poll(() => judged(2)).toEqual(['accepted', ['met', 'partly', 'met']])
  expect(await judged(3)).toBeNull()
})

test('a dialog is never shown without its styles', async ({ page, request }) => {
  const { teacher } = await newQueue(request, 1)
  await openAs(page, teacher.token, '/tasks')
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(1)
  // its keys work a moment after it is shown
  await settled(page)
  const dialog = page.getByRole('dialog', { name: 'Клавиши' })
  const sheets = '**/KeysDialog*.css'
  const script = page.waitForResponse(/KeysDialog[^/]*\.js$/)
  // it fails once the script is there
  await page.route(sheets, async (route) => {
    await (await script).finished()
    await route.abort()
  })
  for (let time = 0; time < 2; time += 1) {
    const failed = page.waitForEvent('requestfailed', (asked) => asked.url().includes('KeysDialog'))
    await page.keyboard.press('Shift+Slash')
    await failed
    await expect(page.getByRole('progressbar', { name: 'Окно загружается' })).toHaveCount(0)
    await expect(page.getByText(/Нет сети/).first()).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await page.unroute(sheets)
  await page.keyboard.press('Shift+Slash')
  await expect(dialog).toBeVisible()
  const rules = await page.evaluate(() =>
    [...document.styleSheets].filter(({ href }) => href?.includes('KeysDialog')).map(({ cssRules }) => cssRules.length),
  )
  expect(rules).toEqual([expect.any(Number)])
  expect(rules[0]).toBeGreaterThan(0)
})

test('a key pressed before the title takes the focus keeps it', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 2)
  // a busy browser runs timers late
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    window.setTimeout = ((act: () => void, ms = 0) => later(act, ms || 1000)) as typeof setTimeout
  })
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(2)
  await arrive(page, 1)
  await page.keyboard.press('j')
  await arrive(page, 2)
  const accept = page.getByRole('button', { name: 'Принять', exact: true })
  await page.keyboard.press('a')
  await expect(accept).toBeFocused()
  // begun later, so it ends later
  await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)))
  expect(await accept.evaluate((button) => button === document.activeElement)).toBe(true)
})
