import { randomBytes } from 'node:crypto'

/** What nobody can guess in the address of a project that is seen by link: 128 bits. */
export const newLinkKey = () => randomBytes(16).toString('base64url')
