// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { type OpenDraft, openDraft } from '#web/drafts/open-drafts.ts'
import { forgetRefused, isBehind, isRefused, sendVerdict, startVerdicts } from '#web/reviews/verdict/sent-verdicts.ts'
import { undoLatest } from '#web/reviews/verdict/undo-list.ts'
import { type KeptVerdict, verdictSource } from '#web/reviews/verdict/verdict-draft.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { dismissToast, type Toast, useToasts } from '#web/ui/toasts.ts'

const user = { id: 1, role: { slug: 'teacher' } } as CurrentUser
const body = (comment: string) => ({ attempt: 1, review_revision: 0, verdict: 'accepted' as const, comment })

const taskOf = (id: number, review: object | null): Task =>
  ({
    id,
    status: { slug: review ? 'accepted' : 'submitted' },
    review_revision: review ? 1 : 0,
    lesson: { id: 1, name: 'Плакат' },
    students: [],
    attempts: [{ number: 1, withdrawn_at: null, review }],
  }) as unknown as Task

const typed = (comment: string): KeptVerdict => ({
  attempt: 1,
  earlier: null,
  verdict: { comment, remark: '', score: '', criteria: [], remarks: [] },
})

let shown: Toast[] = []
const Messages = () => {
  shown = useToasts()
  return null
}

createRoot(document.createElement('div')).render(createElement(Messages))

/** The server's answer to a verdict. */
let review: () => Promise<Response> | Response
/** The same to taking it back. */
let undo: () => Response
/** The task whose verdict was taken back last. */
let undone = 0
let task: Task
const json = (value: object, status = 200) => new Response(JSON.stringify(value), { status })

let id = 10
let draft: OpenDraft<KeptVerdict | null>

beforeEach(async () => {
  startSession({ user, access_token: 'token' })
  id += 1
  task = taskOf(id, null)
  undo = () => json({ task })
  let kept = { value: null as unknown, revision: 0, saved_at: null }
  vi.stubGlobal('fetch', async (path: string, { method, body: sent }: RequestInit) => {
    if (path.includes('/api/drafts/')) {
      if (method === 'PUT') kept = { ...kept, value: JSON.parse(sent as string).value, revision: kept.revision + 1 }
      return json({ draft: kept })
    }
    if (path.endsWith('/review')) {
      if (method === 'POST') return review()
      undone = id
      return undo()
    }
    return path === `/api/tasks/${id}` ? json({ task }) : json({}, 404)
  })
  draft = await openDraft(verdictSource(task, user.id))
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const judge = (comment: string) => {
  draft.change(typed(comment))
  sendVerdict(queryClient, { task, body: body(comment), typed: draft.get().value, userId: user.id })
}
const isMade = () => isBehind({ id, review_revision: 0 })
const made = (comment: string) => taskOf(id, { user, verdict: 'accepted', comment })

test('a verdict that has arrived ends its draft, and an undo brings it back', async () => {
  review = () => json({ task: made('Хорошо') })
  judge('Хорошо')
  await expect.poll(isMade).toBe(true)
  expect(draft.get().value).toBeNull()
  expect(undoLatest()).toBe(true)
  await expect.poll(() => draft.get().value).toEqual(typed('Хорошо'))
})

test('what is typed while a verdict is on its way stays, also after an undo', async () => {
  let answer = () => {}
  const wanted = new Promise<void>((resolve) => {
    answer = resolve
  })
  review = async () => {
    await wanted
    return json({ task: made('Хорошо') })
  }
  judge('Хорошо')
  draft.change(typed('Хорошо. И ещё поля'))
  answer()
  await expect.poll(isMade).toBe(true)
  expect(draft.get().value).toEqual(typed('Хорошо. И ещё поля'))
  undoLatest()
  await expect.poll(() => undone).toBe(id)
  await draft.flush()
  expect(draft.get().value).toEqual(typed('Хорошо. И ещё поля'))
})

test('an undo whose answer was lost brings back what was typed, though its time is over', async () => {
  review = () => json({ task: made('Хорошо') })
  judge('Хорошо')
  await expect.poll(isMade).toBe(true)
  expect(draft.get().value).toBeNull()
  undo = () => {
    // the server has deleted the verdict with its text
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    throw new TypeError('Failed to fetch')
  }
  undoLatest()
  await expect.poll(() => draft.get().value).toEqual(typed('Хорошо'))
  await expect.poll(() => queryClient.getQueryData(taskQuery(id).queryKey)?.task.status.slug).toBe('submitted')
})

test('an undo that did not arrive leaves the verdict as it is, and can be repeated', async () => {
  review = () => {
    task = made('Хорошо')
    return json({ task })
  }
  judge('Хорошо')
  await expect.poll(isMade).toBe(true)
  undo = () => {
    throw new TypeError('Failed to fetch')
  }
  undoLatest()
  const failed = () => shown.find(({ summary }) => summary === 'Решение не отменено')
  await expect.poll(failed).toBeDefined()
  expect(draft.get().value).toBeNull()
  undo = () => json({ task: taskOf(id, null) })
  undoLatest()
  await expect.poll(() => draft.get().value).toEqual(typed('Хорошо'))
  dismissToast(failed()?.id ?? 0)
})

test('a verdict whose answer was lost is recognized, however its letters were typed', async () => {
  const comment = 'Исправьте ёлку'
  review = () => {
    task = made(`${comment.normalize('NFC')} в C:\\Плакат`)
    return json({ code: 'conflict', detail: 'Решение уже есть' }, 409)
  }
  // a path copied from a dialog of Windows begins with an invisible character
  judge(`${comment.normalize('NFD')} в \u202aC:\\Плакат`)
  await expect.poll(() => isMade() || isRefused(id)).toBe(true)
  expect(isRefused(id)).toBe(false)
  expect(draft.get().value).toBeNull()
})

test('a teacher who has begun something else sees why a verdict was refused, until they have read it', async () => {
  const go = vi.fn()
  startVerdicts(go)
  const detail = 'Работа в состоянии «Принято»: решение уже есть, его автор — Игорь Мох.'
  review = async () => {
    const begunAt = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(begunAt)
    dispatchEvent(new Event('pointerdown'))
    return json({ type: 'wrong-state', detail }, 409)
  }
  judge('Хорошо')
  await expect.poll(() => isRefused(id)).toBe(true)
  await expect
    .poll(() => shown.filter(({ severity }) => severity === 'error'))
    .toMatchObject([{ summary: 'Решение не отправлено', detail: `Плакат. ${detail} Набранное цело.` }])
  expect(draft.get().value).toEqual(typed('Хорошо'))
  // the page stays as it is: loaded again, it would not know the reason any more
  shown.find(({ severity }) => severity === 'error')?.action?.onClick()
  expect(go).toHaveBeenCalledWith(`/tasks?task=${id}`)
  expect(isRefused(id)).toBe(true)
  forgetRefused(id)
  await expect.poll(() => shown.filter(({ severity }) => severity === 'error')).toEqual([])
})
