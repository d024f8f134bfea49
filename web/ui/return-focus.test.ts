// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReturnFocus } from '#web/ui/return-focus.ts'

const Dialog = () => {
  useReturnFocus()
  return createElement('button', { id: 'inside', type: 'button' })
}

/** A dialog opened from a button, beside which there is another one; the focus is inside the dialog. */
const openDialog = async () => {
  document.body.innerHTML = '<button id="before"></button><button id="other"></button><div id="root"></div>'
  document.getElementById('before')?.focus()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(() => root.render(createElement(Dialog)))
  document.getElementById('inside')?.focus()
  return () => act(() => root.render(null))
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void vi.unstubAllGlobals())

it('as a dialog leaves, the focus returns to where it was before', async () => {
  const close = await openDialog()
  await close()
  expect(document.activeElement?.id).toBe('before')
})

it('the focus that has moved out of a dialog stays where it is as the dialog leaves', async () => {
  const close = await openDialog()
  document.getElementById('other')?.focus()
  await close()
  expect(document.activeElement?.id).toBe('other')
})
