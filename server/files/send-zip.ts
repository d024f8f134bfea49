import type { Readable } from 'node:stream'
import { create as disposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'

/** An entry of an archive. */
export interface ZipEntry {
  path: string
  /** In bytes. */
  size: number
  /** Opens its bytes when their turn comes; null when they are gone. */
  open: () => Promise<Readable | null>
}

/**
 * Sends an archive while it is made, one entry after another: however large it is, little of it is in memory. Nothing
 * is compressed, as pictures and films already are, so that its size is known beforehand. `ended` is called whether the
 * reader has received everything or not.
 */
export const sendZip = async (reply: FastifyReply, name: string, entries: ZipEntry[], ended = () => {}) => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let reading: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  // a reader who hangs up leaves no file open
  output.on('close', () => {
    reading?.destroy()
    ended()
  })
  for (const { path, size, open } of entries) {
    zip.addReadStreamLazy(path, { size, compress: false }, (take) => {
      open().then(
        (bytes) => {
          // while it was being opened: nobody would read it to its end
          if (output.destroyed) return void bytes?.destroy()
          reading = bytes
          take(bytes ? null : new Error(`The bytes of ${path} are gone.`), bytes as Readable)
        },
        (error) => take(error, null as never),
      )
    })
  }
  const size = await new Promise<number>((resolve) => {
    // its types lack that it is given the size
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void)
  })
  await reply
    .headers({
      'content-type': 'application/zip',
      'content-length': size,
      'content-disposition': disposition(name),
    })
    .send(output)
}
