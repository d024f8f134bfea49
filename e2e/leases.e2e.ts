import { newQueue } from './desk.ts'
import { callApi, demoToken, expect, openAs, settled, test } from './school.ts'

test('leases are returned and taken once the network is back, and returned by a sign-out', async ({
  page,
  context,
  request,
}) => {
  const { teacher, tasks } = await newQueue(request, 2)
  const token = await demoToken('curator')
  const leases = () =>
    Promise.all(
      tasks.map(async (id) => {
        const { task } = await callApi(request, 'GET', `/api/tasks/${id}`, { token })
        return task.lease?.user.id ?? null
      }),
    )
  const desk = page.getByRole('region', { name: 'Плакат' })
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByRole('link')).toHaveCount(2)
  await expect.poll(leases).toEqual([teacher.id, null])
  await settled(page)

  const returns: string[] = []
  page.on('request', (sent) => sent.method() === 'DELETE' && returns.push('sent'))
  page.on('requestfinished', (sent) => sent.method() === 'DELETE' && returns.push('finished'))
  page.on('requestfailed', (sent) => sent.method() === 'DELETE' && returns.push('failed'))
  await context.setOffline(true)
  const ask = () =>
    fetch('/api/health').then(
      () => 'online',
      () => 'offline',
    )
  await expect.poll(() => page.evaluate(ask)).toBe('offline')
  await page.keyboard.press('j')
  await expect(desk).toContainText('Номер02')
  await expect.poll(() => returns).toContain('failed')
  expect(await leases()).toEqual([teacher.id, null])
  await context.setOffline(false)
  await expect.poll(leases).toEqual([null, teacher.id])

  await page.getByRole('button', { name: 'Моё меню' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Моё меню' })).toHaveCount(0)
  await expect.poll(leases).toEqual([null, null])
})
