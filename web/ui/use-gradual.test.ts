// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGradual } from '#web/ui/use-gradual.ts'

let drawn: number
const List = ({ count }: { count: number }) => {
  drawn = useGradual(count)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('of a long list a first screen is drawn at once, and everything in the end; of a short one all of it', async () => {
  const root = createRoot(document.createElement('div'))
  const draw = (count: number) => act(async () => root.render(createElement(List, { count })))
  const pass = () => act(() => vi.runOnlyPendingTimersAsync())

  await draw(40)
  expect(drawn).toBeGreaterThanOrEqual(40)
  expect(vi.getTimerCount()).toBe(0)

  await draw(100)
  expect(drawn).toBeLessThan(100)
  await pass()
  await pass()
  expect(drawn).toBeGreaterThanOrEqual(100)
  expect(vi.getTimerCount()).toBe(0)
  await act(async () => root.unmount())
})
