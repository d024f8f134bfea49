// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { RemarksField } from '#web/reviews/verdict/RemarksField.tsx'
import type { VerdictChange, VerdictDraft } from '#web/reviews/verdict/verdict-draft.ts'
import { dismissToast, type Toast, useToasts } from '#web/ui/toasts.ts'

let draft: VerdictDraft
let messages: Toast[] = []
const Verdict = () => {
  const [now, setNow] = useState<VerdictDraft>({
    comment: '',
    remark: '',
    score: '',
    criteria: [],
    remarks: ['Поля', 'Сетка', 'Подписи'].map((text) => ({ text, done: false })),
  })
  draft = now
  const change = (changes: VerdictChange) =>
    setNow((before) => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }))
  return <RemarksField draft={now} earlier={[]} courseId={1} firstName="Анна" change={change} />
}
const Messages = () => {
  messages = [...useToasts(), ...useToasts('desk')]
  return null
}
const texts = () => draft.remarks.map(({ text }) => text)

test('a remark that was removed by a slip comes back at its place, until its task is left', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const drawn = document.createElement('div')
  document.body.append(drawn)
  const root = createRoot(drawn)
  const show = (isOpen: boolean) =>
    act(() =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={queryClient}>
            {isOpen && <Verdict />}
            <Messages />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    )
  await show(true)
  const remove = (text: string) =>
    act(() => drawn.querySelector<HTMLElement>(`[aria-label="Убрать: ${text}"]`)?.click())
  await remove('Сетка')
  expect(texts()).toEqual(['Поля', 'Подписи'])
  expect(messages).toMatchObject([{ summary: 'Замечание убрано', action: { label: 'Вернуть' } }])
  await act(() => {
    messages[0]?.action?.onClick()
    dismissToast(messages[0]?.id ?? 0)
  })
  expect(texts()).toEqual(['Поля', 'Сетка', 'Подписи'])
  await remove('Поля')
  expect(messages).toHaveLength(1)
  await show(false)
  expect(messages).toEqual([])
})
