/** What the page notes about itself; milliseconds since the navigation began. */
export interface Noted {
  /** When the page's heading could first be read. */
  content?: number
  /** Largest contentful paint. */
  lcp?: number
}

/** Runs in the page before anything of the page does. */
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
    // a frame is as fine as anybody can see
    else requestAnimationFrame(look)
  }
  look()
}
