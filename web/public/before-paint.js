// Before the first paint: the colours that were chosen, or those of the system; the key is Mantine's. And whether
// somebody is signed in: the page that was served for guests is not theirs, and what theirs needs is called at once.
// The app takes the responses over: see web/data/early-calls.ts.
{
  let scheme = null
  let token = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    token = localStorage.getItem('access_token')
  } catch {}
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const shown = scheme === 'light' || scheme === 'dark' ? scheme : dark.matches ? 'dark' : 'light'
    document.documentElement.setAttribute('data-mantine-color-scheme', shown)
  }
  paint()
  dark.addEventListener('change', paint)
  if (token) {
    document.documentElement.setAttribute('data-signed-in', '')
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const addresses = document.currentScript.dataset.calls.split(' ').filter(Boolean)
    /** With its body, which is read while bundles are still on their way. */
    const call = async (address) => {
      const response = await fetch(address, { headers, cache: 'no-store' })
      return new Response((await response.text()) || null, response)
    }
    const responses = new Map(addresses.map((address) => [address, call(address)]))
    // the app finds a failure in the promise itself
    for (const response of responses.values()) response.catch(() => {})
    globalThis.earlyCalls = { token, responses }
  }
}

// What the reader has chosen in «Удобство чтения», before the first paint; and the few things that a page drawn by the
// server does before the app is there, or without it. See web/comfort.
{
  const key = 'comfort'
  const names = ['size', 'letters', 'lines', 'colours', 'pictures']
  const root = document.documentElement
  // what needs this script shows only with it
  root.setAttribute('data-scripts', '')

  /** Takes only plain values from the device: names of ours, with plain words. */
  const read = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key)) ?? {}
      return Object.fromEntries(names.filter((name) => /^[\w-]+$/.test(kept[name])).map((name) => [name, kept[name]]))
    } catch {
      return {}
    }
  }
  const keep = () => {
    try {
      if (Object.keys(chosen).length > 0) localStorage.setItem(key, JSON.stringify(chosen))
      else localStorage.removeItem(key)
    } catch {}
  }

  // without its address a picture is what it says of itself
  const sources = ['src', 'srcset', 'poster']
  const pictures = 'img, source[srcset], video[poster]'
  const aside = (name) => `data-comfort-${name}`
  const put = (element) => {
    for (const name of sources) {
      if (!element.hasAttribute(name) || (name === 'src' && element.localName !== 'img')) continue
      element.setAttribute(aside(name), element.getAttribute(name))
      element.removeAttribute(name)
    }
  }
  const bring = (element) => {
    for (const name of sources) {
      if (!element.hasAttribute(aside(name))) continue
      element.setAttribute(name, element.getAttribute(aside(name)))
      element.removeAttribute(aside(name))
    }
  }
  const watch = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes' && target.matches(pictures)) put(target)
      for (const node of addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue
        if (node.matches(pictures)) put(node)
        for (const picture of node.querySelectorAll(pictures)) put(picture)
      }
    }
  })
  const showPictures = (shown) => {
    watch.disconnect()
    for (const element of document.querySelectorAll(`${pictures}, ${sources.map((name) => `[${aside(name)}]`)}`)) {
      shown ? bring(element) : put(element)
    }
    if (!shown) watch.observe(root, { subtree: true, childList: true, attributeFilter: sources })
  }

  const apply = () => {
    for (const name of names) {
      if (chosen[name]) root.setAttribute(`data-comfort-${name}`, chosen[name])
      else root.removeAttribute(`data-comfort-${name}`)
    }
    showPictures(chosen.pictures !== 'off')
  }
  const change = (next) => {
    chosen = next
    keep()
    apply()
  }

  let chosen = read()
  apply()

  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    chosen = read()
    apply()
  })
  document.addEventListener('change', ({ target }) => {
    const name = target.closest?.('[data-comfort]') && target.name?.replace(/^comfort-/, '')
    if (!names.includes(name)) return
    const { [name]: _, ...others } = chosen
    change(target.value ? { ...others, [name]: target.value } : others)
  })
  document.addEventListener('reset', ({ target }) => {
    if (target.closest('[data-comfort]')) change({})
  })
  // the panel comes with the usual in it, and shows what is chosen once it is opened
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.matches?.('[data-comfort][open]')) return
      for (const input of target.querySelectorAll('input')) {
        input.checked = input.value === (chosen[input.name.replace(/^comfort-/, '')] ?? '')
      }
    },
    true,
  )
  document.addEventListener('keydown', (event) => {
    const panel = event.key === 'Escape' && event.target.closest?.('[data-comfort][open]')
    if (!panel) return
    panel.open = false
    panel.querySelector('summary').focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target.closest?.('[data-print]')) print()
  })
}

// On a page that the server has drawn: what it needs until the app is there. The app itself comes once the page is
// drawn; on one that is complete for guests (`still`) once they touch it. One bundle after another, so that reading and
// following a link never wait for it. Signed-in users do not wait for the guests' page (`personal`).
if (document.currentScript.dataset.app) {
  const { app, parts, apart, still, personal } = document.currentScript.dataset
  const signedIn = document.documentElement.hasAttribute('data-signed-in')
  const touches = ['pointermove', 'pointerdown', 'touchstart', 'click', 'keydown', 'focusin', 'scroll', 'storage']
  /** In milliseconds. */
  const [noticeDelay, longestWait] = [2000, 60_000]

  let started = false
  /** Nobody waits for the app of a page that is already drawn: its bundles come behind what is seen. */
  const start = async ({ type, movementX, movementY } = {}) => {
    // a browser tells of a pointer that only stays where it is
    if (started || (type === 'pointermove' && !movementX && !movementY)) return
    started = true
    for (const touch of touches) removeEventListener(touch, start, true)
    for (const part of parts.split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = part
      link.fetchPriority = type === 'load' ? 'low' : 'auto'
      document.head.append(link)
    }
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
    for (const part of [...apart.split(' '), app]) {
      await import(part).catch(() => {})
      // each is a task of its own: between two of them the page answers
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const kept = (storage, key) => {
    try {
      return globalThis[storage].getItem(key)
    } catch {
      return null
    }
  }
  const fileName = (address) => address.split('/').pop()
  /**
   * The app comes at once when this page is of an older version of the site, and offers to reload it: specification §4.
   */
  const checkVersion = async () => {
    try {
      const { js, css } = await (await fetch('/api/assets-version')).json()
      const styles = [...document.querySelectorAll('link[rel="stylesheet"]')].map(({ href }) => fileName(href))
      if (js !== fileName(app) || !styles.includes(css)) start()
    } catch {}
  }
  // a guest who was turned away from another page reads so here, and a parent answers with the token of a letter
  const isAsked = kept('sessionStorage', 'wanted_page') !== null || new URLSearchParams(location.search).has('token')
  const waits = still !== undefined && !signedIn && !isAsked
  if (signedIn && personal !== undefined) start()
  else {
    for (const touch of touches) addEventListener(touch, start, { passive: true, capture: true })
    addEventListener('load', (loaded) => {
      if (waits) {
        checkVersion()
        // an open page looks for a new version of the site every minute
        return setTimeout(start, longestWait)
      }
      const begin = () => start(loaded)
      // two frames on, what was loaded is painted; a page in the background has no frames
      requestAnimationFrame(() => requestAnimationFrame(begin))
      setTimeout(begin, 300)
    })
  }

  // a press on something that the app draws over before it is released goes to what is there then
  let press = null
  let served = null
  addEventListener('DOMContentLoaded', () => {
    served = document.querySelector('#root > *')
  })
  addEventListener(
    'pointerdown',
    ({ target, button, ctrlKey, metaKey, shiftKey, clientX, clientY }) => {
      const isPlain = button === 0 && !(ctrlKey || metaKey || shiftKey)
      press = isPlain && served?.isConnected ? { target, clientX, clientY } : null
    },
    { capture: true, passive: true },
  )
  addEventListener('pointerup', ({ clientX, clientY }) => {
    const isStill = press && Math.hypot(clientX - press.clientX, clientY - press.clientY) < 10
    const isDrawnOver = isStill && press.target instanceof Element && !press.target.isConnected
    press = null
    if (isDrawnOver) document.elementFromPoint(clientX, clientY)?.closest('a, button, summary, label')?.click()
  })

  // the notice about cookies, until the app draws its own
  if (!signedIn && kept('localStorage', 'cookies_accepted') !== 'true') {
    addEventListener('load', () =>
      setTimeout(() => {
        const notice = document.querySelector('#root template[data-cookies]')
        notice?.after(notice.content)
      }, noticeDelay),
    )
    const accept = ({ target }) => {
      if (!target.closest?.('[data-accept]')) return
      try {
        localStorage.setItem('cookies_accepted', 'true')
      } catch {}
      target.closest('[data-notice]').remove()
      press = null
    }
    // the press counts already: before it is released the app may have drawn over the notice
    document.addEventListener('pointerdown', accept)
    document.addEventListener('click', accept)
  }

  // pictures further down load when the reader comes near; browsers begin three screens ahead
  const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  const later = new Map()
  const bring = (picture) => {
    const { src, srcset } = later.get(picture)
    later.delete(picture)
    near.unobserve(picture)
    if (srcset) picture.setAttribute('srcset', srcset)
    picture.setAttribute('src', src)
  }
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) bring(target)
    },
    { rootMargin: '400px' },
  )
  const found = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!node.matches?.('img[loading="lazy"][src]')) continue
        later.set(node, { src: node.getAttribute('src'), srcset: node.getAttribute('srcset') })
        node.removeAttribute('srcset')
        node.setAttribute('src', nothing)
        near.observe(node)
      }
    }
  })
  found.observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => found.disconnect())
  addEventListener('beforeprint', () => [...later.keys()].forEach(bring))
}
