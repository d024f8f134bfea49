// @vitest-environment happy-dom
import { Editor } from '@tiptap/react'
import { afterEach, expect, test } from 'vitest'
import { button, draw, endDrawn, settle, type } from '#web/app/drawn.fixture.ts'
import { LinkControls } from '#web/editor/controls/LinkControls.tsx'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'

afterEach(endDrawn)

/** The text after `act`, once an address was typed for its word. */
const linked = async (act: (input: HTMLInputElement) => void, address = 'example.com') => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: textExtensions('answer'),
    content: '<p>сайт</p>',
  })
  const context = { kind: 'link' as const, from: 1, to: 5, node: null }
  await draw(() => <LinkControls editor={editor} context={context} editChapters={() => {}} onDone={() => {}} />)
  await type(address)
  await settle(() => act(document.querySelector('input') as HTMLInputElement))
  const html = writeHtml(editor.state.doc)
  editor.destroy()
  return html
}
const link = '<p><a href="https://example.com">сайт</a></p>'
const leave = (input: HTMLInputElement) => input.blur()

test('an address is saved when its field is left', async () => {
  expect(await linked(leave)).toBe(link)
})

test('an address is saved when the settings are left from one of their buttons', async () => {
  const html = await linked((input) => {
    input.focus()
    button('Готово')?.focus()
    button('Готово')?.blur()
  })
  expect(html).toBe(link)
})

test('Escape on a button of the settings gives the address up', async () => {
  const html = await linked((input) => {
    input.focus()
    const done = button('Готово')
    done?.focus()
    done?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    done?.blur()
  })
  expect(html).toBe('<p>сайт</p>')
})

test('what is no address stays in its field with the problem, until it is left again', async () => {
  const inField = (input: HTMLInputElement) => document.activeElement === input
  const left: boolean[] = []
  const html = await linked((input) => {
    input.focus()
    leave(input)
    left.push(inField(input))
  }, 'нет адреса')
  expect(html).toBe('<p>сайт</p>')
  expect(left).toEqual([true])
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('Это не похоже на адрес')
  await settle(() => leave(document.querySelector('input') as HTMLInputElement))
  expect(inField(document.querySelector('input') as HTMLInputElement)).toBe(false)
})

test('Escape gives the address up', async () => {
  const html = await linked((input) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    leave(input)
  })
  expect(html).toBe('<p>сайт</p>')
})

test('an address waits while its window is left', async () => {
  // the field stays the focused one then
  const html = await linked((input) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(html).toBe('<p>сайт</p>')
})
