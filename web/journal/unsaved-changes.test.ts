// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { forgetStored, forgetUnsaved, keepUnsaved } from '#web/journal/unsaved-changes.ts'
import { dismissToast, type Toast, toast, useToasts } from '#web/ui/toasts.ts'

const signIn = (id: number) =>
  act(() => startSession({ user: { id, role: { slug: 'teacher' } } as CurrentUser, access_token: `token ${id}` }))

let shown: Toast[] = []
const Messages = () => {
  shown = useToasts()
  return null
}
const details = () => shown.map(({ detail }) => detail)

const root = createRoot(document.createElement('div'))
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => root.render(createElement(Messages)))
  await signIn(1)
})
afterEach(async () => {
  await act(endSession)
  vi.unstubAllGlobals()
})

/** A change of these cells that failed, by the first teacher. */
const fail = (error: Error, ...places: string[]) => {
  const save = vi.fn()
  act(() =>
    keepUnsaved(error, 'Не сохранено', {
      userId: 1,
      courseId: 1,
      places,
      nameOf: (left) => `Иванов Пётр: ${left.join(' и ')}`,
      save,
      isStored: (place, journal) => journal.course.name.includes(place),
    }),
  )
  return save
}

/** One that found no network. */
const lose = (...places: string[]) => fail(new NetworkError(), ...places)

test('what was not saved is neither shown to the next person nor saved by them', async () => {
  const save = lose('1:2')
  expect(details()).toEqual(['Иванов Пётр: 1:2'])
  const { action } = shown[0] as Toast
  await act(endSession)
  expect(shown).toEqual([])
  await signIn(2)
  act(() => action?.onClick())
  expect(save).not.toHaveBeenCalled()
  // answered only now
  lose('1:3')
  expect(shown).toEqual([])
})

test('the last change of each cell counts, also of several that are changed together', () => {
  const pasted = lose('1:2', '1:3')
  const typed = lose('1:3')
  expect(details()).toEqual(['Иванов Пётр: 1:2, Иванов Пётр: 1:3'])
  const again = lose('1:2')
  expect(details()).toEqual(['Иванов Пётр: 1:3, Иванов Пётр: 1:2'])
  act(() => forgetUnsaved(['1:3']))
  act(() => shown[0]?.action?.onClick())
  expect(again).toHaveBeenCalledWith(['1:2'])
  for (const overtaken of [pasted, typed]) expect(overtaken).not.toHaveBeenCalled()
  expect(shown).toEqual([])
})

test('what the journal turns out to have is not unsaved any more', () => {
  const save = lose('1:2', '1:3')
  const load = (name: string) => act(() => forgetStored({ course: { name } } as Journal))
  load('ничего')
  expect(details()).toEqual(['Иванов Пётр: 1:2 и 1:3'])
  load('1:2')
  expect(details()).toEqual(['Иванов Пётр: 1:3'])
  load('1:2, 1:3')
  expect(shown).toEqual([])
  expect(save).not.toHaveBeenCalled()
})

test.each([429, 500, 503])('what the server cannot save now is kept to be saved again: %i', (status) => {
  const save = fail(new ApiError(status, { detail: 'Не вышло.' }), '1:2')
  expect(shown).toMatchObject([{ severity: 'error', life: Number.POSITIVE_INFINITY, action: { label: 'Повторить' } }])
  expect(details()[0]).toMatch(/^Иванов Пётр: 1:2/)
  act(() => shown[0]?.action?.onClick())
  expect(save).toHaveBeenCalledWith(['1:2'])
  expect(shown).toEqual([])
})

test('what the server will not save is not kept, and why the rest is not saved is said', () => {
  const save = fail(new ApiError(422, { detail: 'Не больше 5.' }), '1:2')
  expect(shown).toMatchObject([{ summary: 'Не сохранено', detail: 'Не больше 5.' }])
  expect(shown[0]?.action).toBeUndefined()
  act(() => {
    for (const { id } of shown) dismissToast(id)
  })
  fail(new ApiError(500, { detail: 'Не вышло.' }), '1:3')
  expect(shown).toMatchObject([{ summary: 'Пока не сохранено', detail: 'Иванов Пётр: 1:3. Не вышло.' }])
  lose('1:4')
  expect(shown[0]?.summary).toBe('Нет связи: не сохранено')
  expect(save).not.toHaveBeenCalled()
})

test('a message that waits for somebody leaves with them, another one may stay', async () => {
  act(() => {
    toast({ severity: 'error', summary: 'Импорт не получился', life: Number.POSITIVE_INFINITY })
    toast({ severity: 'success', summary: 'Удалено', action: { label: 'Отменить', onClick: () => {} } })
    toast({ severity: 'success', summary: 'Сохранено' })
  })
  await act(endSession)
  expect(shown.map(({ summary }) => summary)).toEqual(['Сохранено'])
})
