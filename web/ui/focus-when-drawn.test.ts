// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'

const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
}

it('an element that is drawn some frames later gets the focus', async () => {
  focusWhenDrawn(() => document.querySelector<HTMLElement>('input'))
  await frames(3)
  document.body.append(document.createElement('input'))
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
})

it('what is drawn much later takes the focus from nobody', async () => {
  focusWhenDrawn(() => document.querySelector<HTMLElement>('button'))
  await frames(31)
  const button = document.body.appendChild(document.createElement('button'))
  await frames(2)
  expect(document.activeElement).not.toBe(button)
})
