// On a page that the server has drawn: the app comes once that page stands or the reader touches it, one bundle after
// another, so that reading and following a link never wait for it. Whoever is signed in does not wait for the guests' page.
{
  const { app, parts, apart } = document.currentScript.dataset
  const touches = ['pointerover', 'touchstart', 'keydown', 'focusin']
  let started = false
  /** Nobody waits for the app of a page that already stands: its bundles come behind what is seen. */
  const start = async ({ type } = {}) => {
    if (started) return
    started = true
    for (const touch of touches) removeEventListener(touch, start)
    for (const part of parts.split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = part
      link.fetchPriority = type === 'load' ? 'low' : 'auto'
      document.head.append(link)
    }
    for (const part of [...apart.split(' '), app]) {
      await import(part).catch(() => {})
      // each is a task of its own: between two of them the page answers
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const notTheirs = document.querySelector('[data-guests] main')
  if (notTheirs && document.documentElement.hasAttribute('data-signed-in')) start()
  else {
    addEventListener('load', (loaded) => {
      const begin = () => start(loaded)
      // two frames on, what was loaded is painted; a page in the background has no frames
      requestAnimationFrame(() => requestAnimationFrame(begin))
      setTimeout(begin, 300)
    })
    for (const touch of touches) addEventListener(touch, start, { passive: true })
  }
}
