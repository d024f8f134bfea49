// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { emptyContent, type OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { draw, endDrawn, messages, pressInMessage, settle } from '#web/app/drawn.fixture.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { maxRows, rowsOf, withRows } from '#web/organisation/editing/content-rows.ts'
import { type BlockEdits, useBlockEdits } from '#web/organisation/editing/use-block-edits.ts'

afterEach(endDrawn)

const rows = Array.from({ length: maxRows }, (_, place) => ({ id: `${place}`, values: {} }))
let content = withRows(emptyContent, 'units', rows)
const draft = {
  get: () => ({ value: content }),
  change: (next: OrganisationContent) => {
    content = next
  },
} as OpenDraft<OrganisationContent>
let edits: BlockEdits | undefined

const Editor = () => {
  edits = useBlockEdits(draft, 'units', undefined)
  return null
}

const ids = () => rowsOf(content, 'units').map(({ id }) => id)

test('a removed row is put back into a full table once another has gone', async () => {
  await draw(() => <Editor />)
  await settle(() => edits?.remove('7', 'Отдел'))
  await settle(() => edits?.add())
  await pressInMessage('Вернуть')
  expect([ids().length, ids().includes('7'), messages()]).toEqual([maxRows, false, ['Вернуть некуда']])

  content = withRows(content, 'units', rowsOf(content, 'units').slice(0, -1))
  await pressInMessage('Вернуть')
  expect([ids().length, ids()[7]]).toEqual([maxRows, '7'])
})
