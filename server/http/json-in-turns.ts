import { setImmediate as turn } from 'node:timers/promises'

/** In milliseconds: then others get their turn. */
const maxTurnMs = 15
/** As many elements are written before the clock is read. */
const pieceSize = 10
/** Longer lists are written in pieces; a shorter one takes no time to speak of. */
const minLongList = 50

/**
 * The JSON of what a response's schema has returned, the same as that of `JSON.stringify`: long lists in it are written
 * in pieces, so that a journal of 30,000 cells blocks nobody.
 */
export const jsonInTurns = async (value: unknown): Promise<string> => {
  const parts: string[] = []
  let since = performance.now()
  const rest = async () => {
    if (performance.now() - since < maxTurnMs) return
    await turn()
    since = performance.now()
  }
  const writeList = async (list: unknown[]) => {
    for (let at = 0; at < list.length; at += pieceSize) {
      const piece = JSON.stringify(list.slice(at, at + pieceSize))
      parts.push(at === 0 ? '' : ',', piece.slice(1, -1))
      await rest()
    }
  }
  const write = async (part: unknown): Promise<void> => {
    if (Array.isArray(part) && part.length > minLongList) {
      parts.push('[')
      await writeList(part)
      parts.push(']')
    } else if (Array.isArray(part) || typeof part !== 'object' || part === null || 'toJSON' in part) {
      parts.push(JSON.stringify(part))
    } else {
      const fields = Object.entries(part).filter(([, field]) => field !== undefined)
      parts.push('{')
      for (const [place, [name, field]] of fields.entries()) {
        parts.push(place === 0 ? '' : ',', JSON.stringify(name), ':')
        await write(field)
      }
      parts.push('}')
    }
  }
  await write(value)
  return parts.join('')
}
