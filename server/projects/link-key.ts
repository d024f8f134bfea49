import { randomBytes } from 'node:crypto'

/** A key for the address of a project seen by link, which nobody can guess: 128 bits. */
export const newLinkKey = () => randomBytes(16).toString('base64url')
