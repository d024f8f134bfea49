import { pathTo } from '#contract/pages.ts'

/**
 * A number as typed from paper, normalized: lower case, spaces, and letters that look like digits; null for an invalid
 * one.
 */
export const signatureNumber = (typed: string) => {
  const signs = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-Z]{12}$/.test(signs) ? (signs.match(/.{4}/g) ?? []).join('-') : null
}

/** The address where everybody can confirm a signature: the page of documents. */
export const signaturePath = (number: string) => pathTo('organisation.page3', {}, { signature: number })
