import type { AnyRouter } from '@tanstack/react-router'
import { matchPage } from '#contract/pages.ts'
import { savesData } from '#web/ui/saves-data.ts'

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

const addressOf = (link: HTMLAnchorElement) => link.pathname + link.search + link.hash

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Begins the load of a page as soon as somebody points at a link to it, touches it or comes to it by the keyboard. */
const preloadLinks = (router: AnyRouter) => {
  let pointedAt: HTMLAnchorElement | null = null
  // what fails is loaded again, and reported, by the click
  const preload = (link: HTMLAnchorElement) =>
    void router.preloadRoute({ to: '.', href: addressOf(link) }).catch(() => {})
  const begin = (event: Event) => {
    const link = linkOf(event)
    if (link) preload(link)
  }
  document.addEventListener('mouseover', (event) => {
    const link = linkOf(event)
    if (link && link !== pointedAt) preload(link)
    pointedAt = link
  })
  document.addEventListener('focusin', begin)
  document.addEventListener('touchstart', begin, { passive: true })
}

/**
 * Sends every link to a page of the site through the router: those of the app, those in texts that people wrote, and
 * those of a served page that the app has not drawn over yet. What handles a click itself prevents its default.
 */
export const followLinks = (router: AnyRouter) => {
  document.addEventListener('click', (event) => {
    const link = event.defaultPrevented || !isPlainClick(event) ? null : linkOf(event)
    if (!link) return
    event.preventDefault()
    void router.navigate({ href: addressOf(link) })
  })
  if (!savesData()) preloadLinks(router)
}
