import { randomInt } from 'node:crypto'

/** Digits and letters that nobody mistakes for one another (Crockford's Base32). */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number of a document that nobody can guess, 140 random bits: seven groups of four, XXXX-…-XXXX. */
export const newNumber = () =>
  Array.from({ length: 7 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-')
