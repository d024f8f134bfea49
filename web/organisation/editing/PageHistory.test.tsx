// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { ConfirmHost } from '#web/app/ConfirmHost.tsx'
import { dialogs, draw, endDrawn, messages, press, respond, untilSent } from '#web/app/drawn.fixture.ts'
import { sessionLoss } from '#web/data/call.ts'
import { queryClient } from '#web/data/query-client.ts'
import { openDraft } from '#web/drafts/open-drafts.ts'
import { contentSource } from '#web/organisation/editing/organisation-draft.ts'
import { PageHistory } from '#web/organisation/editing/PageHistory.tsx'
import { formatMoment } from '#web/ui/dates.ts'

afterEach(endDrawn)

const path = '/api/organisation/pages/6'
const published_at = '2026-11-01T08:30:00.000Z'
const draftOf = (saved: { saved_at: string; saved_by: string } | null) => ({
  content: emptyContent,
  revision: 7,
  saved_at: null,
  saved_by: null,
  since: saved?.saved_at ?? null,
  deadline: null,
  published_at,
  platform: {},
  ...saved,
})
const restoring = `POST ${path}/versions/3/restore?revision=7`

const open = async (draft: object) => {
  const answers: Record<string, unknown> = {
    [`GET ${path}/draft`]: { draft },
    [`GET ${path}/versions`]: { versions: [{ id: 3, published_at, published_by: 'Ольга Ветрова' }] },
  }
  const history = <PageHistory page={{ number: 6 } as never} userId={1} path="/organisation/page6" />
  await draw(
    () => (
      <>
        {history}
        <ConfirmHost />
      </>
    ),
    answers,
  )
  return answers
}

test('a draft of a colleague is named before a version takes its place', async () => {
  const saved = { saved_at: '2026-11-30T09:00:00.000Z', saved_by: 'Пётр Ильин' }
  await open(draftOf(saved))
  const restore = `Вернуть в черновик: ${formatMoment(published_at)}`
  await press(restore)
  await expect.poll(dialogs).toEqual(['Заменить черновик?'])
  expect(document.body.textContent).toContain(`Пётр Ильин, ${formatMoment(saved.saved_at)}`)
  await press('Оставить')
  expect(() => respond(restoring, {})).toThrow('was not called')

  await press(restore)
  await press('Заменить')
  await untilSent(restoring)
  await respond(restoring, { draft: draftOf(saved) })
  await expect.poll(messages).toEqual(['Версия теперь в черновике'])
})

test('a version becomes the draft without a question while there is none', async () => {
  await open(draftOf(null))
  await press(`Вернуть в черновик: ${formatMoment(published_at)}`)
  await untilSent(restoring)
  expect(dialogs()).toEqual([])
})

test('what is typed and not yet saved is a draft, which is not replaced without a question', async () => {
  vi.spyOn(sessionLoss, 'isPerson').mockReturnValue(true)
  const answers = await open(draftOf(null))
  const draft = await openDraft(contentSource(queryClient, 1, 6))
  draft.change({ ...emptyContent, before: '<p>Только что написано</p>' })
  await press(`Вернуть в черновик: ${formatMoment(published_at)}`)
  const saving = `PUT ${path}/draft`
  await untilSent(saving)
  const saved = { ...draftOf({ saved_at: '2026-11-30T09:00:00.000Z', saved_by: 'Вы' }), revision: 8 }
  answers[`GET ${path}/draft`] = { draft: saved }
  await respond(saving, { draft: { ...saved, content: draft.get().value } })
  await expect.poll(dialogs).toEqual(['Заменить черновик?'])
  await press('Заменить')
  await untilSent(restoring.replace('7', '8'))
})
