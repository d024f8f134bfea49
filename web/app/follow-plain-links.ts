import type { AnyRouter } from '@tanstack/react-router'
import { matchPage } from '#contract/pages.ts'

const linkOf = (event: Event) => {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return null
  // a link that is being written: a click only puts the cursor into it
  if (link.isContentEditable) return null
  if (link.target && link.target !== '_self') return null
  // to a place of this page: the browser moves the focus there as well, the router only follows the address
  if (link.getAttribute('href')?.startsWith('#')) return null
  return matchPage(link.pathname) ? link : null
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Sends plain links to pages of the site through the router: those in texts that people wrote, and those of a served page
 * that the app has not drawn over yet. A `Link` has handled its click before it arrives here.
 */
export const followPlainLinks = (router: AnyRouter) =>
  document.addEventListener('click', (event) => {
    const link = event.defaultPrevented || !isPlainClick(event) ? null : linkOf(event)
    if (!link) return
    event.preventDefault()
    void router.navigate({ href: link.pathname + link.search + link.hash })
  })
