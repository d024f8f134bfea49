import type { Page, Request } from '@playwright/test'
import { openAs, type Person } from './school.ts'

/** Whether a page asks for live events. */
export const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'

/**
 * Keeps live events from a page that is opened later: its stream stays silent. A page that is slow would load again what
 * has happened before it was opened, within the last minute.
 */
export const withoutEvents = (page: Page) => page.route(/\/api\/events$/, () => {})

/** Resolves once the page that is opened next receives events, for which it waits until it has been quiet for seconds. */
export const untilListening = (page: Page) => page.waitForResponse((response) => isStream(response.request()))

/** Opens a page and waits until it receives events. */
export const openListening = async (page: Page, person: Person, path: string) => {
  const listening = untilListening(page)
  await openAs(page, person.token, path)
  if ((await listening).status() !== 200) throw new Error('The stream was refused.')
}
