// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dialogs, draw, endDrawn, press, respond, tryToClose } from '#web/app/drawn.fixture.ts'
import LinkDialog from '#web/calendar/LinkDialog.tsx'

afterEach(endDrawn)

const shownUrl = () => document.querySelector('input')?.value

test('a new link is shown however the dialog was left, and until it is put away', async () => {
  await draw((close) => <LinkDialog onClose={close} />, { 'GET /api/calendar/link': { link: null } })
  await press('Сделать ссылку')
  await tryToClose()
  await press('Закрыть')
  await respond('POST /api/calendar/link', { url: 'https://practice.test/feed.ics' })
  expect(shownUrl()).toBe('https://practice.test/feed.ics')
  await tryToClose()
  expect(shownUrl()).toBe('https://practice.test/feed.ics')
  await press('Готово')
  expect(dialogs()).toEqual([])
})
