// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { dropVerdict } from '#web/reviews/verdict/drop-verdict.ts'
import type { BegunVerdict, KeptVerdict } from '#web/reviews/verdict/verdict-draft.ts'
import { type Toast, useToasts } from '#web/ui/toasts.ts'

let shown: Toast[] = []
const Messages = () => {
  shown = useToasts()
  return null
}

const begun = (attempt: number, comment: string): BegunVerdict => ({
  attempt,
  verdict: { comment, remark: '', score: '', criteria: [], remarks: [] },
})

test('a dropped verdict comes back beside what has been written since', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => createRoot(document.createElement('div')).render(createElement(Messages)))
  let value: KeptVerdict | null = { ...begun(2, 'Ко второй'), earlier: begun(1, 'К первой') }
  const draft = {
    get: () => ({ value }),
    replace: (next: KeptVerdict | null) => {
      value = next
    },
  } as unknown as OpenDraft<KeptVerdict | null>
  const bringBack = (index: number) => act(() => shown[index]?.action?.onClick())

  await act(() => dropVerdict(draft, begun(1, 'К первой'), { ...begun(2, 'Ко второй'), earlier: null }))
  value = { ...begun(2, 'Ко второй, и ещё'), earlier: null }
  await bringBack(0)
  expect(value).toEqual({ ...begun(2, 'Ко второй, и ещё'), earlier: begun(1, 'К первой') })

  await act(() => dropVerdict(draft, begun(2, 'Всё')))
  expect(value).toBeNull()
  await bringBack(1)
  expect(value).toEqual({ ...begun(2, 'Всё'), earlier: null })
  // each of them has a message of its own, and none removes what another one has brought back
  await bringBack(0)
  expect(value).toEqual({ ...begun(2, 'Всё'), earlier: begun(1, 'К первой') })
})
