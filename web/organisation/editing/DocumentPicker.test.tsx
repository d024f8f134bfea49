// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { dialogs, draw, endDrawn, goBack, press, pressEscape, respond } from '#web/app/drawn.fixture.ts'
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

afterEach(endDrawn)

test('a document that is refused says why, though somebody tried to close the dialog', async () => {
  await draw((close) => <DocumentPicker title="Устав" taken={[]} onPick={close} onClose={close} />, {
    'GET /api/organisation/documents': { documents: [] },
  })
  await press('Загрузить новый PDF')
  await press('Файл документа, PDF')
  await press('Сохранить')
  await pressEscape()
  await goBack()
  await respond('POST /api/organisation/documents', { errors: { file_id: ['В файле нет текста'] } }, 422)
  expect(dialogs()).toEqual(['Новый документ'])
  expect(document.body.textContent).toContain('В файле нет текста')
})
