import type { IncomingMessage } from 'node:http'
import { Server } from '@tus/server'
import type { SharedLocks } from '#server/db/shared-locks.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { uploadLocker } from '#server/uploads/upload-locker.ts'
import { uploadRefusal } from '#server/uploads/upload-refusal.ts'

/** Uploads begin at this address; one continues at this address with its id. */
export const uploadsPath = '/api/files'

/** The headers that tus needs; everything else is ours. */
const neededHeaders = ['tus-resumable', 'upload-length', 'upload-offset', 'content-type', 'content-length']

/** A call of tus that has passed our checks. */
export interface TusCall {
  method: string
  id: string
  headers: IncomingMessage['headers']
  /** For a new upload. */
  metadata?: string
  /** Its body, read only as far as needed. */
  body?: IncomingMessage
}

/** The body as a web stream: not read before it is needed, and not destroyed when nobody needs the rest. */
const webStream = (body: IncomingMessage) => {
  const chunks = body.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The protocol: it handles offsets and locks, but not people or rights. Throws Refusal and StorageFailure. */
export const createTus = ({ uploads }: FileStorage, locks: SharedLocks, maxSize: number) => {
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path: uploadsPath,
    datastore: uploads,
    maxSize,
    relativeLocation: true,
    namingFunction: (request) => request.headers.get('x-file-id') as string,
    // a client that comes back after a cut must not wait for the broken connection
    lockDrainTimeout: 50,
    locker: uploadLocker(locks, uploads),
    onResponseError: (request, error) => {
      failures.set(request, error)
      return undefined
    },
  })

  return async ({ method, id, headers, metadata, body }: TusCall): Promise<Response> => {
    const passed = new Headers({ 'x-file-id': id })
    for (const name of neededHeaders) if (headers[name] !== undefined) passed.set(name, String(headers[name]))
    if (metadata) passed.set('upload-metadata', metadata)
    const path = method === 'POST' || method === 'OPTIONS' ? uploadsPath : `${uploadsPath}/${id}`
    const request = new Request(`http://uploads${path}`, {
      method,
      headers: passed,
      ...(body ? { body: webStream(body), duplex: 'half' } : {}),
    })
    const response = await server.handleWeb(request)
    if (response.ok) return response
    throw uploadRefusal(failures.get(request), response.status)
  }
}
