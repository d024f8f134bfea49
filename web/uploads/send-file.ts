import { DetailedError, Upload as TusUpload } from 'tus-js-client'
import type { Problem } from '#contract/http/problem.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'

/** Where uploads are created; the address with the id continues one. */
const endpoint = '/api/files'

/** The bytes of one request: a whole number of the parts that S3 storage is written in. */
const chunkBytes = 16 * 1_048_576

/** Up to this size a file is rather sent again than in two requests. */
const smallSize = 1_048_576

/** Max time without progress before the connection counts as lost, in milliseconds. */
const patience = { moving: 45_000, answer: 180_000 }

/** A file to send, and what is called meanwhile. */
export interface Sending {
  file: File
  name: string
  type: string
  /** Allowed types, comma separated; the server checks them again. */
  accept: string | null
  /** Where an upload that was begun continues. */
  url: string | null
  /** Asked before each request; throws when nothing may be sent now. */
  token: () => string
  onUrl: (url: string) => void
  /** Bytes that have left; `confirmed` when the server has them for sure. */
  onSent: (sent: number, confirmed: boolean) => void
}

/** The address of an upload by the answer that began it; only its id counts, a proxy may have changed the rest. */
const addressOf = (location: string) =>
  `${endpoint}/${new URL(location, window.location.href).pathname.split('/').pop()}`

const problemOf = (body: string): Partial<Problem> => {
  try {
    return JSON.parse(body) as Partial<Problem>
  } catch {
    return {}
  }
}

const failureOf = (error: unknown) => {
  if (!(error instanceof DetailedError)) return error
  const { originalResponse: response, causingError } = error
  // an answer without a status is none
  if (response && response.getStatus() > 0) {
    const problem = problemOf(response.getBody() ?? '')
    return new ApiError(response.getStatus(), problem, response.getHeader('Retry-After'))
  }
  return causingError instanceof ApiError ? causingError : new NetworkError()
}

/**
 * Sends a file from where the server has it so far, by tus 1.0; returns its id once the last byte is there. Throws
 * ApiError for a refusal and NetworkError when no response came: nothing is tried again here.
 */
export const sendFile = (sending: Sending, signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    const { file, name, type, accept, url } = sending
    let timer: ReturnType<typeof setTimeout>
    const end = (error: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      void upload.abort().catch(() => {})
      reject(error)
    }
    const stop = () => end(signal.reason)
    /** A connection that died without a word would keep us waiting for ever. */
    const wait = (time: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => end(new NetworkError()), time)
    }
    let chunkEnd = 0
    const upload = new TusUpload(file, {
      // a known upload never begins again without notice
      endpoint: url ? null : new URL(endpoint, location.href).href,
      uploadUrl: url,
      metadata: { filename: name, filetype: type || 'application/octet-stream', ...(accept ? { accept } : {}) },
      chunkSize: chunkBytes,
      // a small file goes with the request that begins it
      uploadDataDuringCreation: file.size <= smallSize,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        request.setHeader('Authorization', `Bearer ${sending.token()}`)
        wait(patience.moving)
      },
      onUploadUrlAvailable: () => {
        if (!upload.url) return
        upload.url = addressOf(upload.url)
        sending.onUrl(upload.url)
      },
      onProgress: (sent) => {
        chunkEnd ||= Math.min(file.size, sent + chunkBytes)
        wait(sent >= chunkEnd ? patience.answer : patience.moving)
        sending.onSent(sent, false)
      },
      onChunkComplete: (_length, accepted) => {
        chunkEnd = Math.min(file.size, accepted + chunkBytes)
        sending.onSent(accepted, true)
      },
      onSuccess: () => {
        resolve((upload.url as string).split('/').pop() as string)
        end(null)
      },
      onError: (error) => end(failureOf(error)),
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else upload.start()
  })
