// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { Project } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { dialogs, draw, endDrawn, press, respond, tryToClose, type } from '#web/app/drawn.fixture.ts'
import CoauthorsDialog from '#web/projects/CoauthorsDialog.tsx'

const project = {
  id: 3,
  status: { slug: 'draft' },
  authors: [],
  course: null,
  visibility: 'school',
} as unknown as Project
const actor = { id: 5, role: 'student' } as Actor

afterEach(endDrawn)

test('an invitation that is refused says why, though somebody tried to close the dialog', async () => {
  await draw((close) => <CoauthorsDialog project={project} actor={actor} onClose={close} />)
  await type('vera@school.test')
  await press('Пригласить')
  await tryToClose()
  await respond('POST /api/projects/3/authors', { errors: { email: ['Такого человека в школе нет'] } }, 422)
  expect(dialogs()).toEqual(['Авторы проекта'])
  expect(document.body.textContent).toContain('Такого человека в школе нет')
})
