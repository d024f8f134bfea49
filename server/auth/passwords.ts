import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id, the library's default, with OWASP's parameters (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane.
 */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How each hash begins that these parameters make. */
const current = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

/** Whether a hash was made with other parameters than those of now; the next sign-in makes it again. */
export const isOutdatedHash = (passwordHash: string) => !passwordHash.startsWith(current)

export const hashPassword = (password: string) => hash(password, options)

let nobody: Promise<string> | undefined

/** Takes equally long for an account that does not exist or has no password, so that the time reveals nothing. */
export const checkPassword = async (passwordHash: string | null | undefined, password: string) => {
  if (passwordHash) return verify(passwordHash, password)
  nobody ??= hashPassword('nobody has this password')
  await verify(await nobody, password)
  return false
}
