// @vitest-environment happy-dom
import { notifyManager } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, createElement, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '#contract/http/errors.ts'
import { ApiError } from '#web/data/api-error.ts'
import { createDraftSync, type ServerDraft } from '#web/drafts/draft-sync.ts'
import type { FormDraftValue, FormKind } from '#web/drafts/form-draft.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { draftConflictTexts } from '#web/drafts/resolve-conflict.ts'
import { useFormDraft } from '#web/drafts/use-form-draft.ts'
import { type Toast, useToasts } from '#web/ui/toasts.ts'

interface Values {
  name: string
  phone: string
}
type Value = FormDraftValue<Values>

const kind: FormKind<Values> = {
  fields: { name: { label: 'Название' }, phone: { label: 'Телефон' } },
  read: (values) => values as Values,
}
const before = { name: 'Школа', phone: '1' }

const openDraft = () => {
  let kept: ServerDraft<Value> = { value: null, revision: 0, saved_at: null }
  const sync = createDraftSync<Value>(kept, null, {
    device: { write: async () => true, clear: () => {} },
    save: async (value, revision) => {
      kept = { value, revision: revision + 1, saved_at: null }
      return kept
    },
    load: async () => kept,
    judge: () => 'refused',
    equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
    isNone: (value) => value === null,
  })
  return { ...sync, refresh: () => {} }
}

const fail = () => expect.unreachable()

let root: Root
let shown: ReturnType<typeof useFormDraft<Values>>
let savedAtFirst: Values
let setSaved: (saved: Values) => void
let toasts: Toast[]

const Form = ({ name, draft }: { name: string; draft: OpenDraft<Value> }) => {
  const [saved, set] = useState(savedAtFirst)
  setSaved = set
  toasts = useToasts()
  shown = useFormDraft(name, draft, kind, saved)
  return null
}

/** Puts the form with this draft on screen. */
const open = async (name: string, draft = openDraft()) => {
  const form = createElement(Form, { name, draft })
  const routeTree = createRootRoute({ component: () => form })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await act(async () => root.render(createElement(RouterProvider, { router })))
}

/** The server shows another version as saved. */
const show = (saved: Values) => act(async () => setSaved(saved))
const type = (values: Values) => act(async () => shown.form.change(values))

/** Saves what is typed, which the server refuses. */
const submitRefused = (error: ApiError, onError: (error: unknown) => void = fail) =>
  act(async () => void (await shown.form.submit(() => Promise.reject(error), onError)))
const details = () => toasts.map(({ detail }) => detail)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('scrollTo', () => {})
  root = createRoot(document.createElement('div'))
  savedAtFirst = before
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a form that stays shows its own save as it is, and shows what somebody else saves after that', async () => {
  await open('settings:school')
  const own = { name: 'Лицей', phone: '1' }
  const { version } = shown
  await type(own)
  await act(async () => void (await shown.form.submit(async () => () => {}, fail)))
  await show(own)
  expect([shown.version, shown.form.dirty]).toEqual([version, false])
  const theirs = { name: 'Лицей', phone: '2' }
  await show(theirs)
  expect(shown.version).not.toBe(version)
  expect(shown.form.initial).toEqual(theirs)
})

test.each(['before its end', 'with its end', 'never, as it has changed nothing'] as const)(
  'asks about what somebody else saves once something was typed during a save whose result is shown %s',
  async (moment) => {
    const draft = openDraft()
    await open('settings:school', draft)
    await type({ name: 'Лицей', phone: '1' })
    const saved = Promise.withResolvers<void>()
    const saving = shown.form.submit(() => saved.promise.then(() => () => {}), fail)
    const typed = { name: 'Лицей 2', phone: '1' }
    await type(typed)
    // the server has cut the spaces off
    const own = { name: 'Лицей ', phone: '1' }
    if (moment === 'before its end') await show(own)
    await act(async () => {
      // as the queries show what the response has put into the cache
      if (moment === 'with its end') notifyManager.schedule(() => flushSync(() => setSaved(own)))
      saved.resolve()
      await saving
    })
    expect(shown.conflict).toBeNull()
    await show({ name: 'Лицей', phone: '2' })
    expect(shown.conflict).toMatchObject({ differences: [{ label: 'Название' }, { label: 'Телефон', mine: '1' }] })
    expect(draft.get().value?.values).toEqual(typed)
  },
)

test.each(['as it was typed', 'in another way'] as const)(
  'does not ask about its own save, which the server has kept %s, once the form was left before its end',
  async (how) => {
    const draft = openDraft()
    await open('settings:school', draft)
    await type({ name: 'Лицей', phone: '1' })
    const saved = Promise.withResolvers<void>()
    const saving = shown.form.submit(() => saved.promise.then(() => () => {}), fail)
    const typed = { name: 'Лицей 2', phone: '1' }
    await type(typed)
    await act(async () => root.unmount())
    await act(async () => {
      saved.resolve()
      await saving
    })
    root = createRoot(document.createElement('div'))
    savedAtFirst = { name: how === 'as it was typed' ? 'Лицей' : 'Лицей № 1', phone: '1' }
    await open('settings:school', draft)
    expect([shown.conflict, shown.form.initial]).toEqual([null, typed])
    await type({ name: 'Лицей 3', phone: '1' })
    await show({ name: 'Гимназия', phone: '2' })
    expect(shown.conflict).toMatchObject({ differences: [{ label: 'Название' }, { label: 'Телефон', mine: '1' }] })
  },
)

test('a form shows what somebody else has saved, after a save of its own that changed nothing or came back with it', async () => {
  await open('settings:school')
  const save = (values: Values) =>
    act(async () => {
      shown.form.change(values)
      await shown.form.submit(async () => () => {}, fail)
    })
  // the server has cut the spaces off: what it has is what it had
  await save({ name: 'Школа  ', phone: '1' })
  const first = shown.version
  const theirs = { name: 'Школа', phone: '2' }
  await show(theirs)
  expect(shown.version).not.toBe(first)

  await save({ name: 'Лицей', phone: '2' })
  const second = shown.version
  const both = { name: 'Лицей', phone: '3' }
  await show(both)
  expect(shown.version).not.toBe(second)
  expect(shown.form.initial).toEqual(both)
})

test('what is typed while a form is being saved stays typed', async () => {
  await open('settings:school')
  const own = { name: 'Лицей', phone: '1' }
  const later = { name: 'Лицей № 5', phone: '1' }
  await type(own)
  const save = vi.fn(() => new Promise<() => void>((resolve) => (answer = () => resolve(() => {}))))
  let answer = () => {}
  const saving = shown.form.submit(save, fail)
  await act(() => expect.poll(() => save).toHaveBeenCalled())
  const { version } = shown
  await type(later)
  await show(own)
  expect(shown.conflict).toBeNull()
  await act(async () => {
    answer()
    await saving
  })
  expect([shown.form.initial, shown.form.dirty, shown.conflict, shown.version]).toEqual([later, true, null, version])
})

test('what is typed while something new is created does not begin the next one', async () => {
  await open('project:new')
  await type({ name: 'Проект', phone: '1' })
  const saving = shown.form.submit(async () => {
    shown.form.change({ name: 'Проекты', phone: '1' })
    return () => {}
  }, fail)
  await act(async () => void (await saving))
  expect(shown.form.dirty).toBe(false)
})

test('the versions to choose from say why a save was refused, in the place of the message', async () => {
  await open('settings:school')
  const refusal = problem('conflict', 'Это сохранила Анна Белова.')
  await type({ name: 'Лицей', phone: '1' })
  await submitRefused(new ApiError(409, refusal))
  expect(shown.conflict).toBeNull()
  expect(details()).toContain(refusal.detail)
  await show({ name: 'Гимназия', phone: '1' })
  expect(shown.conflict).toMatchObject({ texts: { lead: refusal.detail }, interrupts: true })
  expect(details()).not.toContain(refusal.detail)
})

test('two versions of a draft leave the message of a refused save on screen', async () => {
  const draft = openDraft()
  await open('settings:school', draft)
  const refusal = problem('conflict', 'Это сохранил Пётр Белов.')
  await type({ name: 'Лицей', phone: '1' })
  await submitRefused(new ApiError(409, refusal))
  const other = { base: null, values: { name: 'Гимназия', phone: '1' } }
  await act(async () => draft.meet({ value: other, revision: 5, saved_at: '2026-09-01T10:00:00Z' }))
  expect(shown.conflict).toMatchObject({ texts: draftConflictTexts('2026-09-01T10:00:00Z'), interrupts: true })
  expect(details()).toContain(refusal.detail)
})

test('what the state of the thing forbids is left to the form', async () => {
  await open('settings:school')
  const error = new ApiError(409, problem('wrong-state', 'Школа закрыта.'))
  const onError = vi.fn()
  await type({ name: 'Лицей', phone: '1' })
  await submitRefused(error, onError)
  expect(onError.mock.calls).toEqual([[error]])
  expect(details()).not.toContain('Школа закрыта.')
})
