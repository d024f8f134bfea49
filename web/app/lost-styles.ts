import { NetworkError } from '#web/app/api-error.ts'
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

const askAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const fresh = link.cloneNode() as HTMLLinkElement
    fresh.addEventListener('load', () => resolve())
    fresh.addEventListener('error', () => reject(new NetworkError()))
    lost.delete(link)
    link.replaceWith(fresh)
  })

/**
 * Loads the style sheets that failed again, in their places. Throws NetworkError, except without a network: whatever is kept
 * for then has its styles, and those of a page that could not be shown wait.
 */
export const findLostStyles = async () => {
  try {
    await Promise.all([...lost].map(askAgain))
  } catch (error) {
    if (shownFrom.get() === null) throw error
  }
}
