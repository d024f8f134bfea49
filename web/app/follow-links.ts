import type { AnyRouter } from '@tanstack/react-router'
import { matchPage } from '#contract/pages.ts'

const linkOf = (event: Event) => {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return null
  // a link that is being written: a click only puts the cursor into it
  if (link.isContentEditable) return null
  if (link.target && link.target !== '_self') return null
  // to a place of this page: the browser takes the focus there as well, the router hears of it
  if (link.getAttribute('href')?.startsWith('#')) return null
  return matchPage(link.pathname) ? link : null
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Sends every link to a page of the site through the router, wherever it comes from; pointing at one begins its load. */
export const followLinks = (router: AnyRouter) => {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const link = linkOf(event)
    if (!link) return
    event.preventDefault()
    void router.navigate({ href: link.pathname + link.search + link.hash })
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const preload = (event: Event) => {
    clearTimeout(timer)
    const link = linkOf(event)
    if (!link || link.pathname === location.pathname) return
    timer = setTimeout(() => router.preloadRoute({ href: link.pathname + link.search } as never).catch(() => {}), 50)
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
  document.addEventListener('touchstart', preload, { passive: true })
}
