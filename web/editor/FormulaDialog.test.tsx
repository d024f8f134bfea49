// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, endDrawn, fill, press, pressEscape, type } from '#web/app/drawn.fixture.ts'
import { FormulaDialog } from '#web/editor/FormulaDialog.tsx'
import { RichTextEditor } from '#web/editor/RichTextEditor.tsx'
import { confirm } from '#web/ui/confirm.ts'

vi.mock('#web/ui/confirm.ts', async (original) => ({ ...(await original<object>()), confirm: vi.fn() }))

let saved: string | null = null
const open = (latex = '', text = 'Текст урока') =>
  draw((close) => (
    <FormulaDialog
      formula={{ latex, block: false, at: latex ? 1 : null }}
      text={text}
      onSave={(written) => {
        saved = written
        close()
      }}
      onClose={close}
    />
  ))
const shown = () => document.querySelector('textarea')?.value

beforeEach(() => {
  localStorage.clear()
  // a field that grows with its text measures it once the fonts are there
  Object.assign(document, { fonts: new EventTarget() })
})
afterEach(endDrawn)

test('a formula that was being written is there again after a reload, and goes with its dialog', async () => {
  await open()
  await type('a^{2}')
  await press('x_{1}')
  await endDrawn()

  await open('b')
  expect(shown()).toBe('b')
  await endDrawn()
  await open('', 'Задание')
  expect(shown()).toBe('')
  await endDrawn()

  await open()
  expect(shown()).toBe('a^{2} x_{1}')
  vi.mocked(confirm).mockResolvedValueOnce(true)
  await pressEscape()
  expect(confirm).toHaveBeenCalledOnce()
  await endDrawn()

  await open()
  expect(shown()).toBe('')
  await type('b')
  await press('Вставить')
  expect(saved).toBe('b')
  await endDrawn()

  await open()
  expect(shown()).toBe('')
})

test('a formula that was being written in one text is not shown in another one with the same label', async () => {
  const openIn = async (uploads: string) => {
    await draw(() => <RichTextEditor use="lesson" value="" onChange={() => {}} label="Текст" uploads={uploads} />)
    await press('Формула')
  }
  await openIn('page:1:lead')
  await fill('textarea', 'a^{2}')
  await endDrawn()
  await openIn('page:1:body')
  expect(shown()).toBe('')
  await endDrawn()
  await openIn('page:1:lead')
  expect(shown()).toBe('a^{2}')
})
