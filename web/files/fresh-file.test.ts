// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useFreshFile } from '#web/files/files.queries.ts'

const file: StoredFile = { id: 'a'.repeat(32), name: 'a.png', type: 'image/png', size: 1, url: '/files/a?expires=1' }

let fresh: ReturnType<typeof useFreshFile> | undefined
const Shown = () => {
  fresh = useFreshFile(file)
  return null
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  [401, false],
  [404, true],
  [429, false],
  [503, false],
])('a file that the server answers with %i is gone: %s', async (status, gone) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => new Response('{}', { status }))
  await act(() => createRoot(document.createElement('div')).render(createElement(Shown)))
  expect(await act(() => fresh?.refresh())).toBeNull()
  expect(fresh?.gone).toBe(gone)
})
