import { pathTo } from '#contract/pages.ts'

/** 28 signs; 12 in what was issued before December 2026. */
const isNumber = /^([0-9A-Z]{12}|[0-9A-Z]{28})$/

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
  return isNumber.test(signs) ? (signs.match(/.{4}/g) ?? []).join('-') : null
}

/** The address where everybody can confirm a signature: the page of documents. */
export const signaturePath = (number: string) => pathTo('organisation.page3', {}, { signature: number })
