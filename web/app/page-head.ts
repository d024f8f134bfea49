import { useEffect } from 'react'
import { documentTitle, type Page } from '#contract/pages.ts'
import { config } from '#web/app/config.ts'

const setMeta = (name: string, content: string) => {
  let meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (!meta) {
    meta = document.createElement('meta')
    meta.name = name
    document.head.append(meta)
  }
  meta.content = content
}

/** Sets what the route says about its page: title, keywords, description (specification §2). */
export const setPageHead = (page: Pick<Page, 'title' | 'keywords' | 'description'>) => {
  document.title = documentTitle(config.app_name, page.title)
  setMeta('keywords', page.keywords)
  setMeta('description', page.description)
}

/** On a page about one thing: puts its name in the title, once it is known. */
export const usePageTitle = (name: string | undefined) => {
  useEffect(() => {
    if (name) document.title = documentTitle(config.app_name, name)
  }, [name])
}
