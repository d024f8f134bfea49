// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Course } from '#contract/courses/courses.schema.ts'
import { button, draw, focused, press } from '#web/app/focus.fixture.tsx'
import { OutlineEditor } from '#web/courses/outline/OutlineEditor.tsx'
import { newLesson } from '#web/courses/outline/outline-acts.ts'

// what acts do is shown before the server has answered
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

const lesson = (id: number, section_id: number | null) => newLesson(id, `Урок ${id}`, section_id)
const section = (id: number) => ({ id, name: `Раздел ${id}` })

/** Shows an outline, opens the menu of a lesson or section and presses what it offers. */
const choose = async (course: Pick<Course, 'sections' | 'lessons'>, of: string, item: string) => {
  // another course each time: nothing is under way there
  draw(<OutlineEditor course={{ id: Math.random(), ...course } as Course} />)
  const find = () =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((each) => each.textContent === item)
  await expect.poll(() => button(`Действия с ${of}`)).toBeTruthy()
  press(`Действия с ${of}`)
  await expect.poll(find).toBeTruthy()
  find()?.focus()
  find()?.click()
  await expect.poll(find).toBeUndefined()
}

test('a lesson that is published from its menu has the focus', async () => {
  await choose({ sections: [], lessons: [lesson(1, null), lesson(2, null)] }, 'уроком «Урок 1»', 'Опубликовать')
  await expect.poll(focused).toBe('Урок 1')
})

test('from a lesson that is put into the bin the focus goes to the next one, or to the one before it', async () => {
  const course = { sections: [section(7)], lessons: [lesson(1, null), lesson(2, 7), lesson(3, 7)] }
  await choose(course, 'уроком «Урок 2»', 'В корзину')
  await expect.poll(focused).toBe('Урок 3')
  await choose(course, 'уроком «Урок 3»', 'В корзину')
  await expect.poll(focused).toBe('Урок 2')
})

test('from the only lesson that is put into the bin the focus goes to the name of another', async () => {
  await choose({ sections: [], lessons: [lesson(1, null)] }, 'уроком «Урок 1»', 'В корзину')
  await expect.poll(focused).toBe('Новый урок')
})

test('from a section that is removed the focus goes to the section beside it, from the last to the first lesson', async () => {
  const lessons = [lesson(1, 7), lesson(2, 8)]
  await choose({ sections: [section(7), section(8)], lessons }, 'разделом «Раздел 7»', 'Удалить раздел')
  await expect.poll(focused).toBe('Раздел 8')
  await choose({ sections: [section(7), section(8)], lessons }, 'разделом «Раздел 8»', 'Удалить раздел')
  await expect.poll(focused).toBe('Раздел 7')
  await choose({ sections: [section(7)], lessons: lessons.slice(0, 1) }, 'разделом «Раздел 7»', 'Удалить раздел')
  await expect.poll(focused).toBe('Урок 1')
})
