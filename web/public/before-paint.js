// Before the first paint: the colours that were chosen, or those of the system; the key is Mantine's. And whether
// somebody is signed in: the page that was served for guests is not theirs.
{
  let scheme = null
  let token = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    token = localStorage.getItem('access_token')
  } catch {}
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  if (token) document.documentElement.setAttribute('data-signed-in', '')
}

// What the reader has chosen in «Удобство чтения», before the first paint; and the few things that a page drawn by the
// server does before the app is there, or without it. See web/comfort.
{
  const key = 'comfort'
  const names = ['size', 'letters', 'lines', 'colours', 'pictures']
  const root = document.documentElement
  // what needs this script shows only with it
  root.setAttribute('data-scripts', '')

  /** Only what stands for itself may come from the device: names of ours, with plain words. */
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
