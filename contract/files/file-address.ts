// The addresses of stored files in texts and links, apart from the schema, so that the browser parses them without zod.

const inPath = /^\/files\/([0-9a-f]{32})(?=$|[/?#])/

/** The address of a file, without the signature that makes a link valid. */
export const filePath = (id: string) => `/files/${id}`

/** The id of the file that our address leads to; null for any other address. */
export const fileIdOf = (address: string) => inPath.exec(address)?.[1] ?? null

/** The ids of all files that a text of the editor shows or links to, without repeats. */
export const fileIdsIn = (html: string) => [
  ...new Set([...html.matchAll(/"\/files\/([0-9a-f]{32})(?=["/?#])/g)].map(([, id]) => id as string)),
]

/** A text without the signatures of its links: these differ between two responses with the same content. */
export const withoutSignatures = (html: string) =>
  html.replace(/("\/files\/[0-9a-f]{32}(?:\/[\w.-]+)?)\?[^"]*"/g, '$1"')
