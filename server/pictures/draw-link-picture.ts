import { createHash } from 'node:crypto'
import { createTurns } from '#server/pictures/draw-in-turn.ts'
import type { drawPicture, LinkPicture } from '#server/pictures/draw-picture.ts'
import { inWorker } from '#server/workers/workers.ts'

/** Max time for a drawing, in milliseconds. */
const timeLimitMs = 15_000

const draw = async (picture: LinkPicture) =>
  Buffer.from(
    await inWorker<typeof drawPicture>(picture, {
      module: new URL('./draw-picture.ts', import.meta.url),
      name: 'drawPicture',
      timeLimitMs,
    }),
  )

/** Pictures that were drawn lately, by content, the latest requested last. */
const drawn = new Map<string, Promise<Buffer>>()
const maxDrawn = 200

const inTurn = createTurns({ waiting: 8, perMinute: 120 })

/** Identifies the content of the picture; a new design of the same content needs another number here. */
export const tagOf = (picture: LinkPicture) =>
  createHash('sha256')
    .update(`1 ${JSON.stringify(picture)}`)
    .digest('base64url')

/**
 * The preview picture of a link, PNG, 1200×630; drawn once per content. Refuses with 429 when too many others are
 * waiting.
 */
export const drawLinkPicture = async (picture: LinkPicture): Promise<Buffer> => {
  const tag = tagOf(picture)
  const mine = drawn.get(tag) ?? inTurn(() => draw(picture))
  drawn.delete(tag)
  drawn.set(tag, mine)
  mine.catch(() => drawn.delete(tag))
  for (const oldest of drawn.keys()) {
    if (drawn.size <= maxDrawn) break
    drawn.delete(oldest)
  }
  return mine
}
