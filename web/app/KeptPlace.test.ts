// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { followReader, KeptPlace } from '#web/app/KeptPlace.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Drawn open, as it was when the app began, and closed by the reader while the app is drawing. */
const Panel = ({ served }: { served: HTMLDetailsElement }) => {
  served.open = false
  return createElement('details', { open: true }, createElement('summary', null, 'Удобство чтения'), 'Размер текста')
}

test('what somebody folds while the app is already drawing stays folded', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = `<div id="root"><details open><summary>Удобство чтения</summary>Без скриптов</details></div>`
  followReader()
  const served = document.querySelector('details') as HTMLDetailsElement
  const root = document.querySelector('#root') as HTMLElement
  act(() => createRoot(root).render(createElement(KeptPlace, null, createElement(Panel, { served }))))
  const drawn = root.querySelector('details') as HTMLDetailsElement
  expect(drawn).not.toBe(served)
  expect(drawn.open).toBe(false)
})
