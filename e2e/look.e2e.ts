import type { Locator, Page } from '@playwright/test'
import { demoToken, enterAs, expect, openAs, settled, test } from './school.ts'

/** The painted colours of an element: red, green and blue of its background and its text. */
const coloursOf = (element: Locator) =>
  element.evaluate((node) => {
    // on white, which a colour that is transparent would show
    const paint = (colour: string) => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      for (const layer of ['#fff', colour]) {
        context.fillStyle = layer
        context.fillRect(0, 0, 1, 1)
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3) as [number, number, number]
    }
    const { backgroundColor, color } = getComputedStyle(node)
    return { ground: paint(backgroundColor), text: paint(color) }
  })

type Colour = [number, number, number]

const luminance = (colour: Colour) => {
  const [red, green, blue] = colour.map((part) =>
    part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Colour, other: Colour) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White text on a blue shade (specification §9); repeated while the app draws over a served page. */
const expectHighlight = (element: Locator) =>
  expect
    .poll(async () => {
      const { ground, text } = await coloursOf(element)
      const isBlue = ground[2] - Math.max(ground[0], ground[1]) > 60
      return { text, isBlue, isReadable: contrast(ground, text) >= 4.5 }
    })
    .toEqual({ text: [255, 255, 255], isBlue: true, isReadable: true })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('the chosen item of a menu, list or filter is white on a blue shade', async ({ page }) => {
      await openAs(page, null, '/projects?tag=вёрстка')
      await expectHighlight(page.getByRole('button', { name: /^#вёрстка/, pressed: true }))
      await page.goto('/organisation/page3')
      await expectHighlight(page.getByRole('navigation').locator('[aria-current="page"]:visible'))

      await openAs(page, await demoToken('teacher'), '/tasks')
      await page.getByRole('listitem').getByRole('link').first().click()
      await expectHighlight(page.locator('[data-task][aria-current="true"]'))
      await expectHighlight(page.getByRole('navigation', { name: 'Что показать' }).locator('[aria-current]'))

      await page.goto('/lessons/1')
      await expectHighlight(page.getByRole('navigation').locator('[aria-current="page"]:visible').first())
      await page.getByRole('button', { name: 'Список курсов' }).click()
      await page.getByRole('menuitem').first().hover()
      await expectHighlight(page.getByRole('menuitem').first())

      await page.goto('/courses/1/edit')
      const choice = page.locator('.mantine-SegmentedControl-label[data-active]')
      await expect(choice.first()).toBeVisible()
      const { text } = await coloursOf(choice.first())
      expect(text).toEqual([255, 255, 255])
    })

    test('the dark variant of the background differs from the plain one at a glance', async ({ page }) => {
      const teacher = await demoToken('teacher')
      const groundOn = async (path: string) => {
        await openAs(page, teacher, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return (await coloursOf(page.getByRole('main'))).ground
      }
      const [plain, dark] = [await groundOn('/courses'), await groundOn('/tasks')]
      expect(luminance(dark)).toBeLessThan(luminance(plain) + 0.01)
      // as far from each other as two shades of one palette
      expect(Math.hypot(...plain.map((part, place) => part - (dark[place] as number)))).toBeGreaterThan(25)
    })

    test('a button is darker when hovered, and darker again when pressed', async ({ page }) => {
      await openAs(page, null, '/login')
      const button = page.getByRole('button', { name: 'Войти', exact: true })
      const steps = [(await coloursOf(button)).ground]
      expect(steps[0]).toEqual([0x25, 0x6a, 0xf4])
      await button.hover()
      await expect.poll(async () => (await coloursOf(button)).ground).not.toEqual(steps[0])
      steps.push((await coloursOf(button)).ground)
      await page.mouse.down()
      await expect.poll(async () => (await coloursOf(button)).ground).not.toEqual(steps[1])
      steps.push((await coloursOf(button)).ground)
      const shades = steps.map(luminance)
      expect(shades).toEqual(shades.toSorted((a, b) => b - a))
      await page.mouse.up()

      // by keyboard each field shows the focus around it, also that of the password, which has another one inside
      const field = page.getByLabel('Пароль', { exact: true })
      await page.getByLabel('Почта или логин').focus()
      await page.keyboard.press('Tab')
      await expect(field).toBeFocused()
      await expect(field.locator('..')).toHaveCSS('outline-style', 'solid')
    })
  })
}

const titlesOf = (page: Page) =>
  page.locator('[title]:not(iframe)').evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML))

test('tooltips are the site’s own: by mouse and by keyboard, max 12.5rem', async ({ page }) => {
  await page.clock.install()
  await openAs(page, await demoToken('teacher'), '/courses/1')
  expect(await titlesOf(page)).toEqual([])
  const tip = page.getByRole('tooltip')
  const pencil = page.locator('a[data-tip="Изменить урок"]').first()
  await pencil.hover()
  await expect(tip).toHaveText('Изменить урок')
  // it can be hovered, and disappears by a key
  await tip.hover()
  await page.clock.runFor(400)
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)

  const other = await pencil.evaluateHandle((link) => {
    link.setAttribute('data-tip', 'Очень длинное пояснение '.repeat(12).trim())
    return link as HTMLElement
  })
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'К содержанию' }).focus()
  for (let step = 0; step < 60; step += 1) {
    if (await other.evaluate((link) => link === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(tip).toHaveText(/^Очень длинное пояснение/)
  await expect.poll(async () => (await tip.boundingBox())?.width).toBeLessThanOrEqual(200)
  const description = () =>
    other.evaluate((link) => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent)
  await expect.poll(description).toMatch(/^Очень длинное пояснение/)
})

test('no page shows a tooltip of the browser', async ({ page, request }) => {
  await enterAs(page, await demoToken('teacher'))
  for (const path of ['/tasks?task=14', '/courses/1?view=journal', '/courses/1/edit', '/lessons/1/edit', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    expect(await titlesOf(page), path).toEqual([])
  }
  for (const path of ['/', '/projects', '/projects/1', '/organisation/page3', '/users/5']) {
    expect(await (await request.get(path)).text(), path).not.toMatch(/<(?!iframe)\w+[^>]* title="/)
  }
})

test('the outline keeps its place from lesson to lesson', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await openAs(page, await demoToken('student'), '/lessons/1')
  const outline = page.getByRole('navigation', { name: 'Содержание курса' })
  const placeOf = () =>
    outline.locator('visible=true').evaluate((nav) => {
      const { x, width } = nav.getBoundingClientRect()
      return { x, width, top: nav.parentElement?.scrollTop }
    })
  await expect(outline.getByRole('link', { name: 'Зачем нужна сетка' })).toBeVisible()
  await outline.evaluate((nav) => {
    if (nav.parentElement) nav.parentElement.scrollTop = 40
  })
  const before = await placeOf()
  expect(before.top).toBe(40)
  // one without an assignment, so without a card beside it
  await outline.getByRole('link', { name: 'Поля и воздух' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Поля и воздух' })).toBeVisible()
  await expect.poll(placeOf).toEqual(before)
})
