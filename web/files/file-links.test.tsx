// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { queryClient } from '#web/data/query-client.ts'
import { FileCard } from '#web/files/FileCard.tsx'
import { LightBox } from '#web/files/LightBox.tsx'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {} }))
vi.mock('@mantine/core', async () => ({ CloseButton: 'button', VisuallyHidden: 'span' }))

const id = 'a'.repeat(32)
const expiring = (at: number) => `/files/${id}?expires=${Math.floor(at / 1000)}&signature=x`
const fileWith = (url: string): StoredFile => ({ id, name: 'план.pdf', type: 'application/pdf', size: 1, url })

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test.each([
  ['the card of a file', (file: StoredFile) => <FileCard file={file} />],
  ['a large picture', (file: StoredFile) => <LightBox files={[file]} first={0} onClose={() => {}} />],
])('%s is downloaded by a fresh link, whatever the clock of the device says', async (_, drawn) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // by a clock that is hours ahead, the link that the server makes now has expired, too
  const [old, fresh] = [Date.now() - 9 * hourMs, Date.now() - hourMs].map(expiring) as [string, string]
  vi.stubGlobal('fetch', async () => Response.json({ file: fileWith(fresh), place: null }))
  const root = document.body.appendChild(document.createElement('div'))
  const followed: (string | null)[] = []
  let clicks = 0
  const onClick = (event: Event) => {
    clicks += 1
    if (clicks > 5) event.stopImmediatePropagation()
  }
  const onFollow = (event: Event) => {
    if (!event.defaultPrevented) followed.push((event.target as Element).getAttribute('href'))
    event.preventDefault()
  }
  addEventListener('click', onClick, true)
  addEventListener('click', onFollow)
  await act(() => createRoot(root).render(drawn(fileWith(old))))
  const link = root.querySelector<HTMLAnchorElement>('a[download]')
  await act(async () => link?.click())
  await expect.poll(() => followed).toHaveLength(1)
  expect([followed, clicks]).toEqual([[`${fresh}&download`], 2])
  removeEventListener('click', onClick, true)
  removeEventListener('click', onFollow)
})
