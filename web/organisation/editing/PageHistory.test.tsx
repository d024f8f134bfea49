// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { ConfirmHost } from '#web/app/ConfirmHost.tsx'
import { dialogs, draw, endDrawn, messages, press, respond, untilSent } from '#web/app/drawn.fixture.ts'
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

const open = (draft: object) =>
  draw(
    () => (
      <>
        <PageHistory page={{ number: 6 } as never} userId={1} path="/organisation/page6" />
        <ConfirmHost />
      </>
    ),
    {
      [`GET ${path}/draft`]: { draft },
      [`GET ${path}/versions`]: { versions: [{ id: 3, published_at, published_by: 'Ольга Ветрова' }] },
    },
  )

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
