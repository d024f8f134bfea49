import { NetworkError } from '#web/data/api-error.ts'

/**
 * All bytes of a response, in the browser's own store: however many there are, the page holds few. `onProgress`
 * receives how many have arrived. Throws a NetworkError when the connection ends early, and what `signal` was aborted
 * with.
 */
export const downloadedBytes = async (
  { body, headers }: Response,
  { onProgress, signal }: { onProgress?: (loaded: number) => void; signal?: AbortSignal } = {},
): Promise<Blob> => {
  let loaded = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, stream) => {
      loaded += part.byteLength
      onProgress?.(loaded)
      stream.enqueue(part)
    },
  })
  try {
    return await new Response(body?.pipeThrough(counting) ?? null, {
      headers: { 'content-type': headers.get('content-type') ?? '' },
    }).blob()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError()
  }
}

/** The reader's time zone, as calls for tables take it. */
export const ownTimeZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { time_zone: timeZone } : {}
}
