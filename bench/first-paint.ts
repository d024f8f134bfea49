/** What the page records about itself; in milliseconds since the navigation began. */
export interface Noted {
  /** When the page's heading became readable. */
  content?: number
  /** Largest contentful paint. */
  lcp?: number
}

/** Runs in the page before any of its scripts. */
export const noteFirstPaint = () => {
  const noted: { content?: number; lcp?: number } = {}
  Object.assign(globalThis, { noted })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const look = () => {
    const heading = [...document.querySelectorAll('h1')].find(
      (element) => element.checkVisibility() && element.textContent?.trim(),
    )
    if (heading) noted.content = performance.now()
    // a frame is the finest resolution that anybody can see
    else requestAnimationFrame(look)
  }
  look()
}
