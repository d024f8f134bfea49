/** In milliseconds: a hidden page paints nothing. */
const maxWaitMs = 100

/**
 * Resolves once the browser has painted what was just drawn: for what nobody waits for, such as a request in the
 * background.
 */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    const late = setTimeout(resolve, maxWaitMs)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late)
        resolve()
      }),
    )
  })
