// How texts and links name a stored file, apart from the schema: the browser reads it without loading zod.

const inPath = /^\/files\/([0-9a-f]{32})(?=$|[/?#])/

/** Where a file is read, without the signature that lets a link in. */
export const filePath = (id: string) => `/files/${id}`

/** The id of the file that an address of ours names; null for any other address. */
export const fileIdOf = (address: string) => inPath.exec(address)?.[1] ?? null

/** The ids of all files that a text of the editor shows or links to, each once. */
export const fileIdsIn = (html: string) => [
  ...new Set([...html.matchAll(/"\/files\/([0-9a-f]{32})(?=["/?#])/g)].map(([, id]) => id as string)),
]

/** A text without the signatures of its links: two answers of the server differ in them, but not in what they say. */
export const withoutSignatures = (html: string) =>
  html.replace(/("\/files\/[0-9a-f]{32}(?:\/[\w.-]+)?)\?[^"]*"/g, '$1"')
