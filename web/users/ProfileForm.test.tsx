// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserProfile } from '#contract/users/users.api.ts'
import { draw, endDrawn, press, type } from '#web/app/drawn.fixture.ts'
import ProfileForm from '#web/users/ProfileForm.tsx'

const user = {
  id: 5,
  name: 'Анна',
  surname: 'Лебедева',
  occupation: '',
  about: 'Рисую',
  links: [],
  role: { slug: 'teacher' },
}

const open = (about: string) =>
  draw(() => <ProfileForm user={{ ...user, about } as unknown as UserProfile} onDone={() => {}} />)
const shown = () => document.querySelector('textarea')?.value

// what the height of the field waits for
beforeEach(() => void Object.assign(document, { fonts: new EventTarget() }))
afterEach(async () => {
  await endDrawn()
  localStorage.clear()
})

test('a text that was not saved is there again', async () => {
  await open('Рисую')
  await type('Рисую шрифты')
  await endDrawn()
  await open('Рисую')
  expect(shown()).toBe('Рисую шрифты')
})

test('what is offered stays on the device while something else is typed', async () => {
  await open('Рисую')
  await type('Рисую шрифты')
  for (const text of ['Преподаю рисунок', 'Преподаю']) {
    await endDrawn()
    await open('Преподаю')
    await type(text)
  }
  await endDrawn()
  await open('Преподаю')
  await press('Показать другой текст')
  expect(shown()).toBe('Рисую шрифты')
})

test('a text from before the saved one is only offered', async () => {
  await open('Рисую')
  await type('Рисую шрифты')
  await endDrawn()
  await open('Преподаю')
  expect(shown()).toBe('Преподаю')
  await press('Показать другой текст')
  expect(shown()).toBe('Рисую шрифты')
  await press('Показать другой текст')
  expect(shown()).toBe('Преподаю')
})
