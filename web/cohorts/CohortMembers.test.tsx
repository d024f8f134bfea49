// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Cohort } from '#contract/cohorts/cohorts.schema.ts'
import { button, draw } from '#web/app/focus.fixture.tsx'
import CohortMembers from '#web/cohorts/CohortMembers.tsx'
import { cohortQuery } from '#web/cohorts/cohorts.queries.ts'
import { queryClient } from '#web/data/query-client.ts'

const person = (id: number, name: string) => ({ id, name, surname: 'Уткина', avatar: null })
const everybody = [person(1, 'Ада'), person(2, 'Ева'), person(3, 'Тая')]
const none = { leader_ids: [], course_ids: [], leaders: [], courses: [] }
const cohortOf = (ids: number[]) =>
  ({ id: 7, ...none, student_ids: ids, students: everybody.filter(({ id }) => ids.includes(id)) }) as unknown as Cohort

const Page = () => {
  const { data } = useQuery({ ...cohortQuery(7), enabled: false })
  return data && <CohortMembers cohort={data.cohort} />
}

test('each of several people who are removed quickly has a way back', async () => {
  let ids = [1, 2, 3]
  const saved: number[][] = []
  // changes of the class are answered by hand
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path !== '/api/cohorts/7') return Response.json({ codes: [], courses: [] })
    if (method !== 'PUT') return Response.json({ cohort: cohortOf(ids) })
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.push(resolve)
    await promise
    ids = JSON.parse(String(body)).student_ids
    saved.push(ids)
    return Response.json({ cohort: cohortOf(ids) })
  })
  queryClient.setQueryData(cohortQuery(7).queryKey, { cohort: cohortOf(ids) })
  draw(<Page />)
  const removalOf = (name: string) => button(`Убрать: ${name} Уткина`)
  const messages = () => [...document.querySelectorAll('[data-severity]')].map(({ textContent }) => textContent)
  const answer = async () => {
    await expect.poll(() => answers.length).toBe(1)
    answers.shift()?.()
  }
  await expect.poll(() => removalOf('Ада')).toBeTruthy()
  removalOf('Ада')?.click()
  removalOf('Ева')?.click()
  await answer()
  await answer()
  await expect.poll(messages).toEqual(['УбраноАда УткинаОтменить', 'УбраноЕва УткинаОтменить'])

  // one is brought back while a third one is on the way out
  removalOf('Тая')?.click()
  button('Отменить')?.click()
  await answer()
  await answer()
  await expect.poll(messages).toEqual(['УбраноЕва УткинаОтменить', 'УбраноТая УткинаОтменить'])
  expect(saved).toEqual([[2, 3], [3], [], [1]])
})
