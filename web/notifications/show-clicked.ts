/** What the service worker asks a page when a push message was clicked: whether it shows this address, and to show it. */
export interface ClickedMessage {
  clicked: string
}

export const withoutHash = (url: string | URL) => String(url).split('#')[0]

/** Replies to the service worker, and leads to the place of a message about the page that is open. */
export const answerClicks = () =>
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<ClickedMessage>) => {
    const isShown = withoutHash(data.clicked) === withoutHash(location.href)
    port?.postMessage(isShown)
    if (!isShown || !data.clicked.includes('#')) return
    // a click, as on any link, leads there also when the address is the same already
    const link = Object.assign(document.createElement('a'), { href: data.clicked, hidden: true })
    document.body.append(link)
    link.click()
    link.remove()
  })
