import { assetsPollIntervalMs, siteApi } from '#contract/site/site.api.ts'
import { call } from '#web/data/call.ts'
import { confirm } from '#web/ui/confirm.ts'

const fileName = (address: string) => address.split(/[?#]/)[0]?.split('/').pop() ?? ''

/** File names of the scripts and style sheets that the page was loaded with. */
const ownFiles = () => ({
  // a page that the server has drawn names the app's script, and begins it later
  js: [...document.querySelectorAll<HTMLScriptElement>('script[src]')].flatMap(({ src, dataset }) =>
    [src, dataset.app ?? ''].map(fileName),
  ),
  css: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => fileName(href)),
})

/** How long the keyboard must rest before a question takes the focus, in milliseconds: what is typed is not lost in it. */
const typingPauseMs = 2000
let lastKeyAt = Number.NEGATIVE_INFINITY

const waitForPauseInTyping = async () => {
  for (;;) {
    const restMs = lastKeyAt + typingPauseMs - performance.now()
    if (restMs <= 0) return
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

let asked = false

const offerReload = async () => {
  if (asked) return
  asked = true
  await waitForPauseInTyping()
  const accepted = await confirm({
    title: 'Перезагрузите страницу',
    text: 'Версия сайта была изменена.',
    reject: 'Отменить',
    accept: 'Перезагрузить',
    unasked: true,
  })
  asked = false
  if (accepted) location.reload()
}

/**
 * Notices that the site's script or style sheet has changed since the page was loaded: emits `assetsUpdate` on the window
 * and offers to reload, at each look until the page is reloaded (specification §4).
 */
export const watchAssets = () => {
  if (import.meta.env.DEV) return
  const own = ownFiles()
  const look = async () => {
    try {
      const { js, css } = await call(siteApi.assetsVersion)
      if (own.js.includes(fileName(js)) && own.css.includes(fileName(css))) return
      window.dispatchEvent(new CustomEvent('assetsUpdate', { detail: { js, css } }))
    } catch {
      // without a response the version is unknown: asked again in a minute
    }
  }
  window.addEventListener('assetsUpdate', offerReload)
  const noteKey = () => {
    lastKeyAt = performance.now()
  }
  window.addEventListener('keydown', noteKey, true)
  // a bundle failed to load: its version is gone, or it was just the network. Without one, every link that somebody
  // points at fails so: one look between two of the interval is enough
  let lookedBetween = false
  window.addEventListener('vite:preloadError', () => {
    if (lookedBetween) return
    lookedBetween = true
    void look()
  })
  void look()
  setInterval(() => {
    lookedBetween = false
    void look()
  }, assetsPollIntervalMs)
}
