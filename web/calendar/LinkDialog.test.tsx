// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dialogs, draw, endDrawn, goBack, press, pressEscape, respond } from '#web/app/drawn.fixture.ts'
import LinkDialog from '#web/calendar/LinkDialog.tsx'

afterEach(endDrawn)

/** What a slip of the hand, or «Back», would do. */
const slip = async () => {
  await pressEscape()
  await goBack()
}
const shownUrl = () => document.querySelector('input')?.value

test('a new link is shown however the dialog was left, and until it is put away', async () => {
  await draw((close) => <LinkDialog onClose={close} />, { 'GET /api/calendar/link': { link: null } })
  await press('Сделать ссылку')
  await slip()
  await press('Закрыть')
  await respond('POST /api/calendar/link', { url: 'https://practice.test/feed.ics' })
  expect(shownUrl()).toBe('https://practice.test/feed.ics')
  await slip()
  expect(shownUrl()).toBe('https://practice.test/feed.ics')
  await press('Готово')
  expect(dialogs()).toEqual([])
})
