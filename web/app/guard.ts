import { redirect } from '@tanstack/react-router'
import { type Page, pathTo } from '#contract/pages.ts'
import { tellUserFailure, type UserLoad } from '#web/auth/session.ts'
import { keepWantedPage } from '#web/auth/wanted-page.ts'

/** The server did not say who is signed in, which the page depends on; `cause` is the failure. */
export class UserUnknown extends Error {}

/** Sends people to whom a page is not open to the main page (specification §2). Throws a redirect or UserUnknown. */
export const guard = (page: Page, { user, failure }: UserLoad, href: string, preload: boolean) => {
  if (failure && !user) {
    if (page.access === 'user' || page.personal) throw new UserUnknown('', { cause: failure })
    tellUserFailure(failure)
  }
  if (page.access === 'user' && !user) {
    if (!preload) keepWantedPage(href)
    throw redirect({ to: pathTo('main') })
  }
  if (page.access === 'guest' && user) throw redirect({ to: pathTo('main') })
}
