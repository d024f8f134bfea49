// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { CourseBin } from '#web/courses/CourseBin.tsx'

test('from a lesson that is restored the focus goes to the next one, from the last to the lesson itself', async () => {
  let lessons = [5, 6].map((id) => ({
    id,
    name: `Урок ${id}`,
    restorable_until: '2026-12-01T10:00:00Z',
    task_count: 0,
  }))
  vi.stubGlobal('fetch', async (path: string) => {
    const [, restored] = /lessons\/(\d+)\/restore/.exec(path) ?? []
    if (!restored) return Response.json({ lessons })
    lessons = lessons.filter(({ id }) => id !== Number(restored))
    const course = { id: 2, sections: [], lessons: [] }
    return Response.json({ lesson: { id: Number(restored), name: `Урок ${restored}`, course } })
  })
  draw(
    <>
      <a href="/lessons/6" data-outline-link="lesson-6">
        Урок 6
      </a>
      <CourseBin courseId={2} />
    </>,
  )
  await expect.poll(() => button('Вернуть урок: Урок 5')).toBeTruthy()
  press('Вернуть урок: Урок 5')
  await expect.poll(() => button('Вернуть урок: Урок 5')).toBeUndefined()
  expect(focused()).toBe('Вернуть урок: Урок 6')
  press('Вернуть урок: Урок 6')
  await expect.poll(focused).toBe('Урок 6')
})
