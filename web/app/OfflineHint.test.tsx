// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { draw, endDrawn, settle } from '#web/app/drawn.fixture.ts'
import { OfflineHint } from '#web/app/OfflineHint.tsx'
import { NetworkError } from '#web/data/api-error.ts'
import { setKeptFor } from '#web/offline/offline-flag.ts'
import { keepEntry } from '#web/outbox/outbox-entries.ts'

afterEach(async () => {
  await endDrawn()
  localStorage.clear()
})

const text = async () => {
  await settle(() => {})
  const paragraphs = [...document.querySelectorAll('p')]
  return paragraphs.map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')).join()
}

test('without a network the page says what waits for one', async () => {
  await keepEntry(['verdict', 5, 'one', ''], { key: 'one' })
  await keepEntry(['verdict', 5, 'two', ''], { key: 'two' })
  // changes of a journal are kept together, a text that is being written is no act
  await keepEntry(['mark', 5, '3', 'page'], [{}, {}, {}, {}, {}])
  await keepEntry(['draft', 5, 'lesson:1', ''], {})
  await draw(() => <OfflineHint error={new NetworkError()} />)
  const waiting = 'Ждёт связи и сохранено на этом устройстве: 2 решения, 5 изменений в журнале.'
  await expect.poll(text).toBe(waiting)
})

test('it says nothing of that where nothing waits, or something else is wrong', async () => {
  await draw(() => <OfflineHint error={new NetworkError()} />)
  expect(await text()).toBe('')
  await keepEntry(['verdict', 5, 'one', ''], { key: 'one' })
  await draw(() => <OfflineHint error={new Error()} />)
  expect(await text()).toBe('')
})

test('it says nothing of what other people have left', async () => {
  await keepEntry(['verdict', 5, 'one', ''], { key: 'one' })
  await keepEntry(['verdict', 6, 'two', ''], { key: 'two' })
  setKeptFor(6)
  await draw(() => <OfflineHint error={new NetworkError()} />)
  await expect.poll(text).toContain('на этом устройстве: 1 решение.')
})
