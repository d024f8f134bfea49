// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { holdFocus } from '#web/app/hold-focus.ts'

beforeAll(holdFocus)
beforeEach(() => document.body.replaceChildren())

const add = <Name extends 'button' | 'input'>(name: Name) => document.body.appendChild(document.createElement(name))
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** A button that begins to load while it has the focus. */
const loadingButton = async () => {
  const button = add('button')
  button.focus()
  button.dataset.loading = 'true'
  await turn()
  // as a browser does with a disabled element
  button.blur()
  return button
}

it('a button that was loading has the focus again', async () => {
  const button = await loadingButton()
  expect(document.activeElement).toBe(document.body)
  delete button.dataset.loading
  await expect.poll(() => document.activeElement).toBe(button)
})

it('the focus stays where it has gone in the meantime', async () => {
  const button = await loadingButton()
  const field = add('input')
  field.focus()
  delete button.dataset.loading
  await turn()
  expect(document.activeElement).toBe(field)
})

it('a button that was loading without the focus does not get it', async () => {
  const button = add('button')
  button.dataset.loading = 'true'
  await turn()
  delete button.dataset.loading
  await turn()
  expect(document.activeElement).toBe(document.body)
})
