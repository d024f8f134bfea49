import { useEffect } from 'react'
import { asDescription } from '#contract/page-head.ts'
import { documentTitle, isSecret, type Page } from '#contract/pages.ts'
import { config } from '#web/app/config.ts'
import { servedPage } from '#web/app/served-page.ts'

const setMeta = (name: string, content: string) => {
  let meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (!meta) {
    meta = document.createElement('meta')
    meta.name = name
    document.head.append(meta)
  }
  meta.content = content
}

const setCanonical = (path: string) => {
  let link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!link) {
    link = document.createElement('link')
    link.rel = 'canonical'
    document.head.append(link)
  }
  link.href = new URL(path.replace(/(?<=.)\/$/, ''), location.origin).href
}

/** Facts, pictures and the like, which only those read who ask the server for each address. */
const dropServedFacts = () => {
  for (const element of document.head.querySelectorAll(
    'script[type="application/ld+json"], meta[property^="og:"], meta[name="robots"]',
  )) {
    element.remove()
  }
}

let first = true

/**
 * Sets what the route has about its page: title, keywords, description (specification §2), and its canonical address.
 * The document of a served page has the more exact head, which stays until the reader navigates.
 */
export const setPageHead = (page: Pick<Page, 'path' | 'title' | 'keywords' | 'description'>) => {
  const asServed = first && servedPage?.path === location.pathname
  first = false
  if (asServed) return
  document.title = documentTitle(config.app_name, page.title)
  setMeta('keywords', page.keywords)
  setMeta('description', page.description)
  dropServedFacts()
  if (isSecret(page)) {
    document.querySelector('link[rel="canonical"]')?.remove()
    setMeta('robots', 'noindex')
  } else setCanonical(location.pathname)
}

/** On a page about one thing: puts its name in the title, and its description, once they are known. */
export const usePageTitle = (name: string | undefined, description?: string) => {
  useEffect(() => {
    if (name) document.title = documentTitle(config.app_name, name)
    if (description) setMeta('description', asDescription(description))
  }, [name, description])
}
