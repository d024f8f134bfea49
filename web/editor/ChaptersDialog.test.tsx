// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialogs, draw, endDrawn, press, pressEscape, type } from '#web/app/drawn.fixture.ts'
import ChaptersDialog from '#web/editor/ChaptersDialog.tsx'
import { confirm } from '#web/ui/confirm.ts'

vi.mock('#web/ui/confirm.ts', async (original) => ({ ...(await original<object>()), confirm: vi.fn() }))

const film = '/files/0123456789abcdef0123456789abcdef'
let saved: string | null = null
const open = () =>
  draw((close) => (
    <ChaptersDialog
      film={film}
      text="0:00 Начало"
      onSave={(text) => {
        saved = text
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

test('chapters that were being written are there again after a reload, and go with their dialog', async () => {
  await open()
  await type('0:00 Начало\n0:06 Отступы')
  await endDrawn()

  await open()
  expect(shown()).toBe('0:00 Начало\n0:06 Отступы')
  vi.mocked(confirm).mockResolvedValueOnce(false)
  await pressEscape()
  expect(dialogs()).toEqual(['Главы видео'])
  vi.mocked(confirm).mockResolvedValueOnce(true)
  await pressEscape()
  expect(dialogs()).toEqual([])
  await endDrawn()

  await open()
  expect(shown()).toBe('0:00 Начало')
  await type('0:10 Вступление')
  await press('Готово')
  expect(saved).toBe('0:10 Вступление')
  await endDrawn()

  await open()
  expect(shown()).toBe('0:00 Начало')
})
