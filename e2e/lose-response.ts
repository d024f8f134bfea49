import type { Page, Route } from '@playwright/test'

/** Loses the response to the next request of this address on its way: the server has done it. Await `lost` for that. */
export const loseResponse = async (page: Page, address: string) => {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
    resolve()
  }
  await page.route(address, lose, { times: 1 })
  return { lost }
}
