// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Editor } from '@tiptap/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { commandsOf } from '#web/editor/commands.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { Toolbar } from '#web/editor/Toolbar.tsx'

const ask = { link: () => {}, formula: () => {}, files: () => {}, quiz: () => {} }
const label = (button: Element | null | undefined) => button?.getAttribute('aria-label')

test('the toolbar keeps one stop of Tab, also when the button that arrows have moved to is off', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const drawn = document.createElement('div')
  document.body.append(drawn)
  const editor = new Editor({ element: document.createElement('div'), extensions: textExtensions('answer') })
  const commands = commandsOf('answer', { files: false })
  const root = createRoot(drawn)
  await act(async () =>
    root.render(
      <MantineProvider>
        <Toolbar editor={editor} commands={commands} ask={ask} controls="text" label="Ответ" />
      </MantineProvider>,
    ),
  )
  const stops = () => [...drawn.querySelectorAll('[data-tool][tabindex="0"]')].map(label)
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  expect(stops()).toEqual(['Полужирный'])

  await act(async () => editor.chain().insertContent('слово').run())
  await act(async () => editor.commands.undo())
  drawn.querySelector<HTMLElement>('[aria-label="Полужирный"]')?.focus()
  await press('End')
  expect(label(document.activeElement)).toBe('Вернуть ввод')
  expect(stops()).toEqual(['Вернуть ввод'])

  await act(async () => editor.commands.redo())
  expect(stops()).toEqual(['Полужирный'])
  await act(async () => root.unmount())
  editor.destroy()
  vi.unstubAllGlobals()
})
