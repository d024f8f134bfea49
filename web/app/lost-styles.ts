import { NetworkError } from '#web/app/api-error.ts'

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

/** Loads the style sheets that failed again, in their places. Throws NetworkError. */
export const findLostStyles = async () => {
  await Promise.all([...lost].map(askAgain))
}
