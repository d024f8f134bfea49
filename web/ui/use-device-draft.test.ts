// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

let draft: ReturnType<typeof useDeviceDraft<string>>
const Form = () => {
  draft = useDeviceDraft('draft:1', '')
  return null
}
let root: Root
const type = (text: string) => act(async () => draft[1](text))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(createElement(Form)))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('two tabs write one text: each shows what is typed in the other', async () => {
  const typeElsewhere = (key: string, text: string) =>
    act(async () => {
      writeDevice(key, text)
      dispatchEvent(new StorageEvent('storage', { key }))
    })
  await type('Здесь')
  await typeElsewhere('draft:2', 'Другой черновик')
  expect(draft[0]).toBe('Здесь')
  await typeElsewhere('draft:1', 'Здесь и там')
  expect(draft[0]).toBe('Здесь и там')
})

test('what is typed while a text is being sent stays once it has arrived', async () => {
  await type('Когда?')
  await type('Когда? И где?')
  await act(async () => draft[2]('Когда?'))
  expect([draft[0], readDevice('draft:1')]).toEqual(['Когда? И где?', 'Когда? И где?'])
  await act(async () => draft[2]('Когда? И где?'))
  expect([draft[0], readDevice('draft:1')]).toEqual(['', null])
})

test('a text that the device does not keep goes once it has arrived', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await type('Когда?')
  await act(async () => draft[2]('Когда?'))
  expect(draft[0]).toBe('')
})
