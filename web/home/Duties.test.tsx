// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { draw, endDrawn } from '#web/app/drawn.fixture.ts'
import { queryClient } from '#web/data/query-client.ts'
import { Duties } from '#web/home/Duties.tsx'
import { dutyQueries, useDuties } from '#web/home/duties.ts'
import { documentsToRenewQuery } from '#web/organisation/editing/editing.queries.ts'

afterEach(endDrawn)

const curator = (right: 'organisation' | 'courses') => ({ id: 1, role: 'curator', rights: [right] }) as const

const Shown = ({ right }: { right: Parameters<typeof curator>[0] }) => {
  const duties = useDuties(curator(right))
  return <div id="shown">{duties ? <Duties {...duties} /> : 'Загружается'}</div>
}

const open = (right: Parameters<typeof curator>[0], titles: string[]) => {
  const none = { total: 0, tasks: [], questions: [], applications: [] }
  for (const { queryKey } of dutyQueries(curator(right))) queryClient.setQueryData<unknown>(queryKey, none)
  const documents = titles.map((title, place) => ({ id: place + 1, title, valid_until: '2026-12-03' }))
  queryClient.setQueryData(documentsToRenewQuery.queryKey, { documents })
  return draw(() => <Shown right={right} />)
}
const row = () => document.querySelector('main a')
const shown = () => document.querySelector('#shown')?.textContent

test('curators of the section find documents to renew on their main page', async () => {
  await open('organisation', ['Лицензия', 'Устав'])
  expect(row()?.textContent).toBe('Сроки документов организации«Лицензия» до 03.12.2026 и ещё 12')
  expect(row()?.getAttribute('href')).toBe('/organisation?view=documents')
  await endDrawn()
  await open('organisation', [])
  expect(shown()).toBe('')
})

test('other curators do not', async () => {
  await open('courses', ['Лицензия'])
  expect(shown()).toBe('')
})
