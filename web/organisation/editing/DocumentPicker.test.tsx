// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialogs, draw, endDrawn, press, respond, tryToClose, type } from '#web/app/drawn.fixture.ts'
import { DocumentPicker } from '#web/organisation/editing/DocumentPicker.tsx'

const file = { id: 9, name: 'Устав.pdf', url: '/files/9', size: 10, type: 'application/pdf' }

// uploads are not what this is about
vi.mock('#web/files/FilesField.tsx', () => ({
  FilesField: ({ label, onChange }: { label: string; onChange: (files: unknown[]) => void }) => (
    <button type="button" onClick={() => onChange([file])}>
      {label}
    </button>
  ),
}))

/** The files that are on their way. */
const { sent, cancelled } = vi.hoisted(() => ({
  sent: [] as { key: string; target: string }[],
  cancelled: [] as string[],
}))
vi.mock('#web/uploads/upload-jobs.ts', () => ({ uploads: { get: () => sent } }))
vi.mock('#web/uploads/uploads.ts', () => ({ cancelUpload: (key: string) => cancelled.push(key) }))

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  cancelled.length = 0
})
afterEach(endDrawn)

const open = async (title: string, place: string) => {
  await draw((close) => <DocumentPicker title={title} place={place} taken={[]} onPick={close} onClose={close} />, {
    'GET /api/organisation/documents': { documents: [] },
  })
  await press('Загрузить новый PDF')
}
const texts = () => [...document.querySelectorAll('input')].map(({ value }) => value).filter((text) => text !== '')

test('a document that is refused says why, though somebody tried to close the dialog', async () => {
  await open('Устав', '3:documents')
  await press('Файл документа, PDF')
  await press('Сохранить')
  await tryToClose()
  await respond('POST /api/organisation/documents', { errors: { file_id: ['В файле нет текста'] } }, 422)
  expect(dialogs()).toEqual(['Новый документ'])
  expect(document.body.textContent).toContain('В файле нет текста')
})

test('a document is not saved while its signature is on the way, and ends the uploads when it is cancelled', async () => {
  await open('Устав', '3:documents')
  await press('Файл документа, PDF')
  sent.push({ key: 'a', target: 'organisation-document:create:3:documents:undefined:signature' })
  sent.push({ key: 'b', target: 'task:1' })
  await press('Сохранить')
  expect(document.body.textContent).toContain('Файл ещё загружается')
  expect(() => respond('POST /api/organisation/documents', {})).toThrow('was not called')
  await press('Отменить')
  expect(cancelled).toEqual(['a'])
})

test('what is typed for one field is not offered for another', async () => {
  await open('Устав', '3:documents:ustavDocLink')
  await type('02 A1')
  await endDrawn()
  await open('Лицензия', '1:main:licenseDocLink')
  expect(texts()).toEqual(['Лицензия'])
  await endDrawn()
  await open('Устав', '3:documents:ustavDocLink')
  expect(texts()).toEqual(['Устав', '02 A1'])
})
