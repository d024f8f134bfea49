import { filmLink, pictureLink } from '#web/files/file-links.ts'
import { keptPath, savedFiles } from '#web/offline/kept-files.ts'

/** The largest file that is saved with a course, in bytes: films of an hour need the network. */
const maxSize = 60 * 1_048_576

/** A picture above this size is saved as a copy for screens, in bytes. */
const plainPicture = 300_000

/** A signed link to a file, or a picture for everybody. */
const link = /\/files\/[\w-]+\?[^"'\\\s<>)]+|\/(?:covers|avatars)\/[^"'\\\s<>)]+/g

/** The links to files in an answer of the server, each file once. */
export const fileLinks = (answer: unknown) => {
  const links = JSON.stringify(answer).match(link) ?? []
  return [...new Map(links.map((link) => [keptPath(link), link.replaceAll('&amp;', '&')])).values()]
}

const open = async (link: string, signal: AbortSignal) => {
  const response = await fetch(link, { signal })
  const type = response.headers.get('content-type') ?? ''
  return { response, type, size: Number(response.headers.get('content-length') ?? 0) }
}

/** The smallest form of a file that serves: a picture for screens, a film's smaller copy. */
const openSmall = async (link: string, signal: AbortSignal) => {
  const whole = await open(link, signal)
  const isPicture = whole.type.startsWith('image/') && whole.size > plainPicture && link.startsWith('/files/')
  const isFilm = whole.type.startsWith('video/') && whole.size > maxSize
  if (!isPicture && !isFilm) return whole
  await whole.response.body?.cancel()
  const copy = await open(isPicture ? pictureLink(link, 'w1920') : filmLink(link, 360), signal)
  if (copy.response.ok) return copy
  // of some kinds of pictures no copies are made
  await copy.response.body?.cancel()
  return open(link, signal)
}

/** The outcome of saving a file: its size in bytes, or that it is too large, or not there. */
export type SavedFile = { path: string; size: number } | 'large' | 'missing'

/** Saves a file of a course on the device, unless it is there. Throws where there is no network or no room. */
export const saveFile = async (link: string, signal: AbortSignal): Promise<SavedFile> => {
  const path = keptPath(link) as string
  const cache = await caches.open(savedFiles)
  const known = await cache.match(path)
  if (known) return { path, size: Number(known.headers.get('content-length') ?? 0) }
  const { response, size } = await openSmall(link, signal)
  if (!response.ok || size > maxSize) {
    await response.body?.cancel()
    return response.ok ? 'large' : 'missing'
  }
  await cache.put(path, response)
  return { path, size }
}

/** Removes saved files. */
export const removeFiles = async (paths: string[]) => {
  const cache = await caches.open(savedFiles)
  for (const path of paths) await cache.delete(path)
}
