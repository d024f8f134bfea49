import { createHash } from 'node:crypto'
import { createTurns } from '#server/pictures/draw-in-turn.ts'
import type { drawPicture } from '#server/pictures/draw-picture.ts'
import { inWorker } from '#server/workers/workers.ts'

/** What a picture beside a link says. */
export interface LinkPicture {
  /** The line over the name: what kind of thing it is. */
  kind: string
  name: string
  /** The line under the name: who made it, or when it begins. */
  note: string
  school: string
  /** What the drawing at its side is made from. */
  cover: string
}

/** Milliseconds that a drawing may take. */
const timeLimit = 15_000

const draw = async (picture: LinkPicture) =>
  Buffer.from(
    await inWorker<typeof drawPicture>(picture, {
      module: new URL('./draw-picture.ts', import.meta.url),
      name: 'drawPicture',
      timeLimit,
    }),
  )

/** Pictures that were drawn lately, by what they say, those that were asked for last at the end. */
const drawn = new Map<string, Promise<Buffer>>()
const mostDrawn = 200

const inTurn = createTurns({ waiting: 8, perMinute: 120 })

/** Names what the picture shows; another look of the same words needs another number here. */
export const tagOf = (picture: LinkPicture) =>
  createHash('sha256')
    .update(`1 ${JSON.stringify(picture)}`)
    .digest('base64url')

/**
 * The picture beside a link, PNG, 1200×630; drawn once for what it says. Refuses with 429 when too many others are to be
 * drawn.
 */
export const drawLinkPicture = async (picture: LinkPicture): Promise<Buffer> => {
  const tag = tagOf(picture)
  const mine = drawn.get(tag) ?? inTurn(() => draw(picture))
  drawn.delete(tag)
  drawn.set(tag, mine)
  mine.catch(() => drawn.delete(tag))
  for (const oldest of drawn.keys()) {
    if (drawn.size <= mostDrawn) break
    drawn.delete(oldest)
  }
  return mine
}
