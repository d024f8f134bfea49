// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from '#web/app/focus.fixture.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { LessonTask } from '#web/tasks/LessonTask.tsx'
import { aTask, vera } from '#web/tasks/task.fixture.ts'
// loaded here, it is drawn at once
import '#web/teams/TeamPart.tsx'

const lesson = {
  id: 1,
  assignment: { team_size: 2 },
  course: { status: { slug: 'published' }, teacher_ids: [] },
} as unknown as KeptLesson

/** What a member of a team sees of their task that has not been handed in. */
const drawn = async (score: number | null) => {
  const task = aTask('draft', [], { students: [vera, { ...vera, id: 5 }], score })
  draw(<LessonTask lesson={lesson} task={task} actor={{ id: 5, role: 'student' }} />)
  await expect.poll(() => document.body.textContent).toContain('Моя работа')
}

test('a team can be changed until its task has a mark, as the server allows it', async () => {
  await drawn(null)
  await expect.poll(() => document.body.textContent).toContain('Выйти из команды')
  await drawn(5)
  await expect.poll(() => document.body.textContent).not.toContain('Выйти из команды')
})
