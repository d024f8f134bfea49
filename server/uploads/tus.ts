import type { IncomingMessage } from 'node:http'
import { MemoryLocker, Server } from '@tus/server'
import type { FileStorage } from '#server/storage/storage.ts'
import { uploadRefusal } from '#server/uploads/upload-refusal.ts'

/** Where uploads are begun; one goes on at this address with its id. */
export const uploadsPath = '/api/files'

/** What tus itself needs to hear; everything else is ours. */
const heard = ['tus-resumable', 'upload-length', 'upload-offset', 'content-type', 'content-length']

/** A call of tus that was checked already. */
export interface TusCall {
  method: string
  id: string
  headers: IncomingMessage['headers']
  /** For an upload that begins. */
  metadata?: string
  /** What is sent with it, read only as far as it is wanted. */
  body?: IncomingMessage
}

/** The body as the web's stream: not read before it is asked for, and not destroyed when nobody wants the rest. */
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

/** The protocol: it knows offsets and locks, and neither people nor rights. Throws Refusal and StorageFailure. */
export const createTus = (files: FileStorage, maxSize: number) => {
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path: uploadsPath,
    datastore: files.uploads,
    maxSize,
    relativeLocation: true,
    namingFunction: (request) => request.headers.get('x-file-id') as string,
    // whoever comes back after a cut must not wait for the connection that is gone
    lockDrainTimeout: 50,
    locker: new MemoryLocker({ acquireLockTimeout: 10_000 }),
    onResponseError: (request, error) => {
      failures.set(request, error)
      return undefined
    },
  })

  return async ({ method, id, headers, metadata, body }: TusCall): Promise<Response> => {
    const told = new Headers({ 'x-file-id': id })
    for (const name of heard) if (headers[name] !== undefined) told.set(name, String(headers[name]))
    if (metadata) told.set('upload-metadata', metadata)
    const path = method === 'POST' || method === 'OPTIONS' ? uploadsPath : `${uploadsPath}/${id}`
    const request = new Request(`http://uploads${path}`, {
      method,
      headers: told,
      ...(body ? { body: webStream(body), duplex: 'half' } : {}),
    })
    const response = await server.handleWeb(request)
    if (response.ok) return response
    throw uploadRefusal(failures.get(request), response.status)
  }
}
