import { fileIdOf, filePath } from '#contract/files/file-address.ts'
import { rememberLink } from '#web/content/known-links.ts'

/** The address of a file of ours, out of a link to this site, which is remembered; null for anything else. */
const ownAddress = (address: string) => {
  try {
    const { origin, pathname, search } = new URL(address, location.origin)
    const id = origin === location.origin ? fileIdOf(pathname) : null
    if (!id) return null
    rememberLink(filePath(id) + search)
    return filePath(id)
  } catch {
    return null
  }
}

/**
 * Takes back what showing a text adds to it, for what was copied from a page of ours; pictures, films and files from
 * elsewhere are removed. Returns how many pictures and films those were.
 */
export const ownParts = (body: Element) => {
  let foreign = 0
  for (const element of body.querySelectorAll('img, video, track')) {
    const address = ownAddress(element.getAttribute('src') ?? '')
    if (address) element.setAttribute('src', address)
    else {
      // the dot of a list and the tracker of a letter are pictures too
      const isDrawn =
        element.localName !== 'track' && !element.closest('[role="checkbox"]') && element.getAttribute('width') !== '1'
      if (isDrawn) foreign += 1
      element.remove()
    }
  }
  for (const film of body.querySelectorAll('video[aria-label]:not([data-name])')) {
    film.setAttribute('data-name', film.getAttribute('aria-label') ?? '')
  }
  for (const link of body.querySelectorAll('a.picture')) link.replaceWith(...link.childNodes)
  for (const card of body.querySelectorAll('a[data-type="file"]')) {
    const address = ownAddress(card.getAttribute('href') ?? '')
    const name = card.querySelector('.file-name')
    if (name) card.textContent = name.textContent
    if (address) card.setAttribute('href', address)
    else card.removeAttribute('data-type')
  }
  for (const mark of body.querySelectorAll('li > .check')) mark.remove()
  return foreign
}
