import { NetworkError } from '#web/app/api-error.ts'

const lost = new Set<HTMLLinkElement>()

/** Notes each style sheet that does not come: Vite would not ask for it again, and its page would stand bare. */
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

/** Asks once more, in their places, for the style sheets that did not come. Throws NetworkError. */
export const findLostStyles = async () => {
  await Promise.all([...lost].map(askAgain))
}
