import { pathTo } from '#contract/pages.ts'

/** A number as somebody typed it from paper: small letters, spaces, and letters that look like figures; null for none. */
export const signatureNumber = (typed: string) => {
  const signs = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-Z]{12}$/.test(signs) ? (signs.match(/.{4}/g) ?? []).join('-') : null
}

/** Where everybody confirms a signature: the page of documents says it. */
export const signaturePath = (number: string) => `${pathTo('organisation.page3')}?signature=${number}`
