import type { Page } from '@playwright/test'

/**
 * Changes what a page loads from an address. A list of the whole school grows with every story: hundreds of rows take a
 * slow machine longer to draw and to check than a story has. Call it before the page opens.
 */
// biome-ignore lint/suspicious/noExplicitAny: the story knows what the address responds with
export const narrow = (page: Page, address: string, change: (body: any) => unknown) =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: change(await response.json()) })
  })

/** Leaves the rows of the demo school, and these. */
export const demoRows = <Row extends { id: number }>(rows: Row[], ...own: number[]) =>
  rows.filter(({ id }) => id <= 8 || own.includes(id))
