// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { toast } from '#web/ui/toasts.ts'

beforeEach(async () => {
  draw(<button type="button">Сетка</button>)
  await expect.poll(() => button('Сетка')).toBeTruthy()
  button('Сетка')?.focus()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a message that can be undone. */
const show = async (summary = 'Убрано') => {
  toast({ severity: 'success', summary, action: { label: `Отменить: ${summary}`, onClick: () => {} } })
  await expect.poll(() => button(`Отменить: ${summary}`)).toBeTruthy()
}

test.each(['Отменить: Убрано', 'Закрыть сообщение'])('after «%s» the focus is where it came from', async (name) => {
  await show()
  press(name)
  await expect.poll(() => button(name)).toBeUndefined()
  expect(focused()).toBe('Сетка')
})

test('from one message to the next the focus keeps its way back', async () => {
  await show('Первое')
  await show('Второе')
  button('Отменить: Первое')?.focus()
  press('Отменить: Второе')
  await expect.poll(() => button('Отменить: Второе')).toBeUndefined()
  expect(focused()).toBe('Сетка')
  press('Отменить: Первое')
  await expect.poll(() => button('Отменить: Первое')).toBeUndefined()
})

test('the focus does not return to where an earlier message was entered from', async () => {
  await show('Первое')
  press('Отменить: Первое')
  await expect.poll(focused).toBe('Сетка')
  button('Сетка')?.blur()
  await show('Второе')
  press('Отменить: Второе')
  await expect.poll(() => button('Отменить: Второе')).toBeUndefined()
  expect(focused()).toBe('')
})

test('an action that moves the focus keeps it', async () => {
  const onClick = () => void document.body.appendChild(document.createElement('input')).focus()
  toast({ severity: 'success', summary: 'Убрано', action: { label: 'Показать', onClick } })
  await expect.poll(() => button('Показать')).toBeTruthy()
  press('Показать')
  await expect.poll(() => button('Показать')).toBeUndefined()
  expect(document.activeElement?.tagName).toBe('INPUT')
})

test('a message stays while the focus is inside, also after the pointer has left, and while it is pointed at', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  toast({ severity: 'info', summary: 'Другое' })
  await show()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const message = document.querySelector('[data-severity="success"]')
  // React makes enter and leave of these two
  const point = (type: 'over' | 'out') =>
    act(async () => message?.dispatchEvent(new PointerEvent(`pointer${type}`, { bubbles: true })))
  const focus = (name: string) => act(async () => button(name)?.focus())
  const later = () => act(async () => vi.advanceTimersByTime(60_000))
  await point('over')
  await focus('Отменить: Убрано')
  await later()
  await point('out')
  await later()
  expect(focused()).toBe('Отменить: Убрано')
  await point('over')
  await focus('Сетка')
  await later()
  expect(button('Отменить: Убрано')).toBeTruthy()
  // what goes away would move it from under the pointer
  expect(document.body.textContent).toContain('Другое')
  await point('out')
  await later()
  expect(button('Отменить: Убрано')).toBeUndefined()
  expect(document.body.textContent).not.toContain('Другое')
})
