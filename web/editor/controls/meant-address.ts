import { checkLink } from '#contract/content/rich-text.ts'

/** The address as it was meant: of a site or a mailbox, though nobody types its scheme. */
const meant = (text: string) => {
  if (/^[^\s/@:]+@[^\s/@]+\.[^\s/@]+$/.test(text)) return `mailto:${text}`
  if (/^\+?[\d\s()-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  // what a port is behind is no scheme
  if (/^[^\s/?#]+\.[^\s/?#.]{2,}([/?#]\S*)?$/.test(text) && !/^[a-z][a-z+.-]*:(?!\d+(?:[/?#]|$))/i.test(text))
    return `https://${text}`
  return text
}

/** Begins with a scheme, or leads to a place of this site. */
const isAddress = /^(?:[a-z][a-z\d+.-]*:|[/#?])/i

/** Where somebody wants a link to lead who typed this; null when it is no address that is allowed. */
export const meantAddress = (typed: string) => {
  const text = meant(typed.trim())
  return isAddress.test(text) ? (checkLink(text)?.href ?? null) : null
}
