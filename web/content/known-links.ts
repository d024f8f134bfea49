import { fileIdOf } from '#contract/files/file-address.ts'
import { queryClient } from '#web/data/query-client.ts'
import { fileQuery } from '#web/files/files.queries.ts'

// Texts are kept without signatures: what lets a link in is remembered here while the page is open.

const links = new Map<string, string>()

/** Remembers a link that works: one out of an answer, or of a finished upload. */
export const rememberLink = (link: string) => {
  const id = fileIdOf(link)
  if (id && link.includes('?')) links.set(id, link)
}

/** Remembers the links of all files of a text. */
export const rememberLinksOf = (html: string) => {
  for (const [, link] of html.matchAll(/"(\/files\/[0-9a-f]{32}\?[^"]*)"/g)) {
    rememberLink((link as string).replaceAll('&amp;', '&'))
  }
}

/** Where a file can be read now, as far as is known; its plain address may be read by nobody. */
export const linkOf = (address: string) => links.get(fileIdOf(address) ?? '') ?? address

/** Asks the server for a link that works; null when there is none for this person. */
export const freshLink = async (address: string) => {
  const id = fileIdOf(address)
  if (!id) return null
  try {
    const { file } = await queryClient.fetchQuery({ ...fileQuery(id), staleTime: 60_000, retry: false })
    rememberLink(file.url)
    return file.url
  } catch {
    return null
  }
}
