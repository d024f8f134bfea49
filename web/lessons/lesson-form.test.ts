import { describe, expect, it } from 'vitest'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { lessonStatuses } from '#contract/lessons/lessons.schema.ts'
import { emptyLesson, lessonBody, lessonProblems, lessonValues } from '#web/lessons/lesson-form.ts'

const lesson = {
  id: 1,
  name: 'Сетка',
  content: '<p>Шаг</p>',
  status: lessonStatuses.published,
  publish_at: null,
  section_id: 7,
  assignment: {
    id: 2,
    text: '<p>Сверстайте</p>',
    due_at: '2030-01-02T20:59:00.000Z',
    criteria: [
      { name: 'Сетка держится', points: 4 },
      { name: 'Поля', description: 'Не меньше 16 px' },
    ],
  },
} as Lesson

describe('the form of a lesson', () => {
  it('sends back what it was filled with', () => {
    expect(lessonBody(lessonValues(lesson))).toEqual({
      name: 'Сетка',
      content: '<p>Шаг</p>',
      section_id: 7,
      status: 'published',
      publish_at: null,
      assignment: {
        text: lesson.assignment?.text,
        due_at: lesson.assignment?.due_at,
        criteria: lesson.assignment?.criteria,
      },
    })
  })

  it('tells a lesson that opens later from an open one', () => {
    const later = { ...lesson, publish_at: '2090-01-01T09:00:00.000Z' }
    expect(lessonValues(later).visibility).toBe('later')
    expect(lessonBody(lessonValues(later)).publish_at).toBe(later.publish_at)
    expect(lessonValues({ ...lesson, publish_at: '2020-01-01T09:00:00.000Z' }).visibility).toBe('now')
  })

  it('takes the assignment away when the lesson asks for nothing', () => {
    expect(lessonBody({ ...lessonValues(lesson), asks: false }).assignment).toBeNull()
  })
})

describe('problems of the form', () => {
  it('asks for a name, for a moment ahead and for the text of the assignment', () => {
    const problems = lessonProblems({ ...emptyLesson(null), visibility: 'later', asks: true })
    expect(problems).toEqual({
      name: 'Заполните это поле',
      publish_at: 'Укажите день и время',
      'assignment.text': 'Опишите, что нужно сделать',
    })
    expect(
      lessonProblems({ ...emptyLesson(3), name: 'Урок', visibility: 'later', publish_at: '2020-01-01T10:00' }),
    ).toEqual({ publish_at: 'Этот момент уже прошёл' })
  })

  it('names the criterion that is not filled', () => {
    const criteria = [{ key: 'a', name: ' ', description: '', points: '' as const }]
    const values = { ...lessonValues(lesson), assignment: { text: 'x', due_at: '', criteria } }
    expect(lessonProblems(values)).toEqual({ 'assignment.criteria.0.name': 'Заполните это поле' })
  })
})
