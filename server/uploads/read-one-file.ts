import type { FastifyRequest } from 'fastify'
import { fileErrors } from '#contract/files/check-file.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'

/** Limits of what may come beside the file: it is kept in memory until the whole body was read. Sizes in bytes. */
const otherLimits = { fields: 5, fieldSize: 1000, parts: 10 }

/** The file in the field `file` of a multipart body, of max `maxSize` bytes: its size is limited while it is read. */
export const readOneFile = async (request: FastifyRequest, maxSize: number) => {
  const missing = () => invalid('file', 'Выберите файл.')
  const tooLarge = () => {
    const sentence = fileErrors.size(maxSize)
    return new Refusal('too-large', { detail: sentence, fields: { file: [sentence] } })
  }
  if (!request.isMultipart()) throw missing()
  try {
    const part = await request.file({ limits: { fileSize: maxSize, files: 1, ...otherLimits } })
    const bytes = await part?.toBuffer()
    // what arrives exactly to the limit, and the rest later, is cut without an error
    if (part?.file.truncated) throw tooLarge()
    if (bytes && part?.fieldname === 'file') return bytes
  } catch (error) {
    if (error instanceof Refusal) throw error
    // whatever else is wrong with the body, there is no complete file in it
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : missing()
  }
  throw missing()
}
