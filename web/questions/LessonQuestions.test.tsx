// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '#contract/users/users.policy.ts'
import { draw, focused } from '#web/app/focus.fixture.tsx'
import { queryClient } from '#web/data/query-client.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import LessonQuestions from '#web/questions/LessonQuestions.tsx'

vi.mock('#web/ui/confirm.ts', () => ({ confirm: async () => true }))
vi.mock('#web/app/use-place.ts', () => ({ usePlace: () => {} }))

const person = (id: number) => ({ id, name: 'Тая', surname: 'Уткина', avatar: null, role: { slug: 'student' } })
const questionOf = (id: number, userId: number) => ({
  id,
  user: person(userId),
  text: 'Почему?',
  created_at: '2026-09-01T10:00:00Z',
  edited_at: null,
  answer: null,
})
const lesson = { id: 3, course: { teacher_ids: [9], status: { slug: 'published' } } } as unknown as KeptLesson

let questions: ReturnType<typeof questionOf>[] = []
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'DELETE') questions = questions.filter(({ id }) => !path.endsWith(`/${id}`))
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ questions })
  })
})

const removals = () => [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Удалить')

/** Shows questions of these people to somebody, who deletes the first that may be deleted. */
const deleteFirst = async (role: 'student' | 'teacher', actorId: number, userIds: number[]) => {
  questions = userIds.map((userId, index) => questionOf(index + 1, userId))
  const actor: Actor = { id: actorId, role }
  draw(<LessonQuestions lesson={lesson} actor={actor} readOnly={false} />)
  await expect.poll(() => removals().length).toBeGreaterThan(0)
  const before = removals().length
  removals()[0]?.focus()
  removals()[0]?.click()
  await expect.poll(() => removals().length).toBe(before - 1)
}

test('from a question that is deleted the focus goes to the next one', async () => {
  await deleteFirst('teacher', 9, [4, 5])
  expect(document.activeElement).toBe(removals()[0])
})

test('where the others’ questions have nothing to press, the focus goes to asking another', async () => {
  await deleteFirst('student', 4, [4, 5])
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
})

test('from the last question the focus of staff stays in this part of the page', async () => {
  await deleteFirst('teacher', 9, [4])
  expect(focused()).toMatch(/^Вопросы к уроку/)
})
