// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { holdFocus } from '#web/app/hold-focus.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'

const frames = async (count: number) => {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame)
}

it('an element that is drawn some frames later gets the focus', async () => {
  focusWhenDrawn(() => document.querySelector<HTMLElement>('input'))
  await frames(3)
  document.body.append(document.createElement('input'))
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
})

it('what is drawn much later takes the focus from nobody', async () => {
  focusWhenDrawn(() => document.querySelector<HTMLElement>('button'))
  await frames(31)
  const button = document.body.appendChild(document.createElement('button'))
  await frames(2)
  expect(document.activeElement).not.toBe(button)
})

it('of two that are wanted at once the later one has the focus', async () => {
  const [first, second] = ['a', 'summary'].map((tag) => {
    const element = document.body.appendChild(document.createElement(tag))
    element.tabIndex = 0
    return element
  })
  focusWhenDrawn(() => first)
  focusWhenDrawn(() => second)
  await frames(3)
  expect(document.activeElement).toBe(second)
})

it('a field that is drawn as the button that sent the form becomes ready again has the focus', async () => {
  holdFocus()
  const [button, field] = ['button', 'input'].map((tag) => document.body.appendChild(document.createElement(tag)))
  button?.focus()
  button?.setAttribute('data-loading', 'true')
  await frames(1)
  // the browser takes the focus from a disabled button
  button?.blur()
  let isDrawn = false
  focusWhenDrawn(() => (isDrawn ? field : null))
  button?.removeAttribute('data-loading')
  await frames(3)
  expect(document.activeElement).toBe(button)
  isDrawn = true
  await frames(2)
  expect(document.activeElement).toBe(field)
})
