import type { Page } from '@playwright/test'
import { withoutEvents } from './live-events.ts'
import { expect, newCourse, newPerson, openAs, settled, test } from './school.ts'

/** Lets a call fail, and counts how often it is made. */
const failing = async (page: Page, calls: RegExp) => {
  let count = 0
  await page.route(calls, (route) => {
    count += 1
    return route.fulfill({
      status: 403,
      json: { type: 'about:blank', title: 'Нельзя', status: 403, detail: 'Не сейчас.' },
    })
  })
  return () => count
}

for (const role of ['student', 'teacher', 'curator'] as const) {
  test(`what fails on the main page of a ${role} says so, asks no more by itself, and can be repeated`, async ({
    page,
  }) => {
    const person = await newPerson(role)
    if (role === 'teacher') await newCourse(page.request, person)
    const calls = /\/api\/(announcements|courses|applications|questions|tasks)(\?|$)/
    const count = await failing(page, calls)
    // what others do meanwhile would be loaded, too
    await withoutEvents(page)
    await page.clock.install()
    await openAs(page, person.token, '/')
    await expect(page.getByRole('region', { name: 'Объявления' }).getByText('Не загрузилось.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Повторить' }).first()).toBeVisible()
    await settled(page)
    const asked = count()
    await page.clock.runFor(1000)
    await settled(page)
    expect(count()).toBe(asked)

    // what says so stays, with the focus, while that is tried again
    const again = page.getByRole('region', { name: 'Объявления' }).getByRole('button', { name: 'Повторить' })
    const response = page.waitForResponse(/announcements/)
    await again.evaluate((button) => {
      button.dataset.known = ''
    })
    await again.click()
    await response
    await settled(page)
    await expect(again).toHaveAttribute('data-known')
    await expect(again).toBeFocused()

    await page.unroute(calls)
    for (let left = 10; left > 0 && (await page.getByRole('button', { name: 'Повторить' }).count()) > 0; left -= 1) {
      await page.getByRole('button', { name: 'Повторить' }).first().click()
      await settled(page)
    }
    await expect(page.getByText('Не загрузилось')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}
