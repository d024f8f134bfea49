// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { Person } from '#contract/users/users.schema.ts'
import { dialogs, draw, endDrawn, press, respond, tryToClose } from '#web/app/drawn.fixture.ts'
import HandoverDialog from '#web/handovers/HandoverDialog.tsx'

const person = (id: number): Person => ({ id, name: 'Анна', surname: `${id}-я`, avatar_url: null }) as never

// the search for people is not what this is about
vi.mock('#web/courses/PeopleFinder.tsx', () => ({
  PeopleSearch: ({ onAdd }: { onAdd: (person: Person) => void }) => (
    <button type="button" onClick={() => onAdd(person(2))}>
      Выбрать
    </button>
  ),
}))

afterEach(endDrawn)

test('a handover is not left before its refusal was shown', async () => {
  const plan = { holds: { courses: 1, tasks: 0, cohorts: 0 }, handovers: [] }
  await draw((close) => <HandoverDialog user={person(1)} onClose={close} />, {
    'GET /api/users/1/handovers': plan,
    'GET /api/users/1/handovers?to=2': plan,
  })
  await press('Выбрать')
  await press('Передать')
  await tryToClose('Отменить')
  await respond('POST /api/users/1/handover', { detail: 'Она больше не преподаватель' }, 409)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Она больше не преподаватель')
  await press('Отменить')
  expect(dialogs()).toEqual([])
})
