import type { drawMadeDocument, MadeDrawing } from '#server/organisation/draw-made-document.ts'
import { inQuickWorker } from '#server/workers/workers.ts'

/** Draws a document in a worker, so that the process keeps serving others; rejects after half a minute. */
export const drawInWorker = async (drawing: MadeDrawing) =>
  Buffer.from(
    await inQuickWorker<typeof drawMadeDocument>(drawing, {
      module: new URL('./draw-made-document.ts', import.meta.url),
      name: 'drawMadeDocument',
      timeLimitMs: 30_000,
    }),
  )
