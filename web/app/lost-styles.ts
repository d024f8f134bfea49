import { NetworkError } from '#web/data/api-error.ts'
import { shownFrom } from '#web/offline/offline-state.ts'

const lost = new Set<HTMLLinkElement>()

/** Notes each style sheet that fails to load: Vite would not ask for it again, and its page would be without style. */
export const watchStyles = () =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
    },
    { capture: true },
  )

/** Styles that are being loaded again: everybody who needs styles waits for them. */
const asked = new Set<Promise<void>>()

const askAgain = (link: HTMLLinkElement) => {
  const fresh = link.cloneNode() as HTMLLinkElement
  const loaded = new Promise<void>((resolve, reject) => {
    fresh.addEventListener('load', () => resolve())
    fresh.addEventListener('error', () => reject(new NetworkError()))
  })
  const forget = () => void asked.delete(loaded)
  loaded.then(forget, forget)
  asked.add(loaded)
  lost.delete(link)
  link.replaceWith(fresh)
}

/**
 * Loads the style sheets that failed again, in their places. Throws NetworkError, except without a network: whatever is
 * kept for then has its styles, and those of a page that could not be shown wait.
 */
export const findLostStyles = async () => {
  try {
    for (const link of lost) askAgain(link)
    await Promise.all(asked)
  } catch (error) {
    if (shownFrom.get() === null) throw error
  }
}
