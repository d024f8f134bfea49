import { expect, test } from 'vitest'
import { NetworkError } from '#web/data/api-error.ts'
import { downloadedBytes } from '#web/files/downloaded-bytes.ts'

const parts = ['Имя,Оценка\n', 'Анна,5\n'].map((text) => new TextEncoder().encode(text))

/** A response that ends after its parts, or with this error. */
const respond = (error?: Error) =>
  new Response(
    new ReadableStream({
      pull: (stream) => {
        const part = left.shift()
        if (part) stream.enqueue(part)
        else if (error) stream.error(error)
        else stream.close()
      },
    }),
    { headers: { 'content-type': 'text/csv' } },
  )
let left: Uint8Array[] = []

test('all bytes of a response are downloaded, and counted as they arrive', async () => {
  left = [...parts]
  const counts: number[] = []
  const bytes = await downloadedBytes(respond(), { onProgress: (loaded) => counts.push(loaded) })
  expect([await bytes.text(), bytes.type, counts]).toEqual(['Имя,Оценка\nАнна,5\n', 'text/csv', [20, 31]])
})

test('a connection that ends early is a missing network, and a download that was cancelled is none', async () => {
  left = [...parts]
  await expect(downloadedBytes(respond(new TypeError('terminated')))).rejects.toThrow(NetworkError)
  left = [...parts]
  const cancelled = AbortSignal.abort()
  await expect(downloadedBytes(respond(cancelled.reason), { signal: cancelled })).rejects.toBe(cancelled.reason)
})
