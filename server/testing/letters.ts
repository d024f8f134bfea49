import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headerOf, partsOf, textOf } from '#server/testing/message-parts.ts'

/** The letters in an outbox, oldest first: the recipient, the text, and all the parts. */
export const readLetters = async (outbox: string) => {
  // one that is still being written has another name until it is whole
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const message = await readFile(join(outbox, name), 'latin1')
      const parts = partsOf(message)
      const [first] = parts
      return { name, to: headerOf(message, 'to'), text: first ? textOf(first) : '', parts }
    }),
  )
}

/** The e-mail and token of a letter's link. */
export const readLink = (text: string) => {
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return { link, token: link.pathname.split('/').at(-1) as string, email: link.searchParams.get('email') as string }
}
