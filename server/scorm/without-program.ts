import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Refusal } from '#server/http/refusal.ts'
import { programDisguisedAs, seeType } from '#server/uploads/file-type.ts'

/**
 * Checks the beginning of a file of a package: nothing of it was unpacked when it was uploaded. 404 for a program under
 * the name of something else.
 */
export const refuseProgram = async (name: string, beginning: Buffer) => {
  if (programDisguisedAs(name, await seeType(beginning, { name, type: '' }))) throw new Refusal('not-found')
}

/** Returns the stream once its beginning was checked. */
export const withoutProgram = async (name: string, bytes: Readable) => {
  await once(bytes, 'readable')
  const beginning: Buffer | null = bytes.read()
  if (!beginning) return bytes
  // put back at once, as the stream would end without it
  bytes.unshift(beginning)
  try {
    await refuseProgram(name, beginning)
  } catch (error) {
    bytes.destroy()
    throw error
  }
  return bytes
}
