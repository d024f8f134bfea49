// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { button, draw, endDrawn, press, respond, settle, untilSent } from '#web/app/drawn.fixture.ts'
import { EditorBar } from '#web/organisation/editing/EditorBar.tsx'
import type { PageDraft } from '#web/organisation/editing/use-page-draft.ts'

afterEach(endDrawn)

const dropped = {
  content: emptyContent,
  revision: 8,
  saved_at: null,
  saved_by: null,
  since: null,
  deadline: null,
  published_at: '2026-11-01T08:30:00.000Z',
  platform: {},
}
const changed = { ...dropped, revision: 7, saved_at: '2026-11-30T09:00:00.000Z', saved_by: 'Пётр Ильин' }

const Bar = () => {
  const [known, setKnown] = useState<typeof dropped | typeof changed>(changed)
  const state = { value: emptyContent, phase: 'saved', saved_at: known.saved_at, theirs: null, error: null, turn: 0 }
  const draft = {
    get: () => state,
    flush: async () => {},
    revision: () => known.revision,
    emptied: () => setKnown(dropped),
  }
  const editing = { draft, state, known } as unknown as PageDraft
  return <EditorBar number={6} editing={editing} publishing={false} onPublish={() => {}} />
}

test('the focus stays in the bar once the changes are discarded', async () => {
  await draw(() => <Bar />)
  button('Отменить изменения')?.focus()
  await press('Отменить изменения')
  const discarding = 'DELETE /api/organisation/pages/6/draft?revision=7'
  await untilSent(discarding)
  await respond(discarding, { draft: dropped })
  expect(button('Отменить изменения')).toBeUndefined()
  await expect
    .poll(async () => {
      await settle(() => {})
      return document.activeElement?.textContent
    })
    .toBe('Посмотреть')
})
