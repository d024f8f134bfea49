import { afterEach, expect, test, vi } from 'vitest'
import { NetworkError } from '#web/data/api-error.ts'
import { savePreview } from '#web/organisation/editing/made-documents.queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a document whose connection ends early is a missing network', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () => new Response(body))
  await expect(savePreview({ kind: 'prices', title: 'Стоимость' })).rejects.toThrow(NetworkError)
})
