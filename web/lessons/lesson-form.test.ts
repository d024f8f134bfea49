import { describe, expect, it } from 'vitest'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import type { Lesson } from '#contract/lessons/lessons.schema.ts'
import { newCriterion } from '#web/lessons/assignment-form.ts'
import { emptyLesson, lessonBody, lessonChanges, lessonProblems, lessonValues } from '#web/lessons/lesson-form.ts'

const lesson = {
  id: 1,
  name: 'Сетка',
  content: '<p>Шаг</p>',
  status: lessonStatuses.published,
  publish_at: null,
  section_id: 7,
  after: [{ lesson_id: 4, needs: 'read' }],
  own_minutes: 12,
  assignment: {
    id: 2,
    text: '<p>Сверстайте</p>',
    due_at: '2030-01-02T20:59:00.000Z',
    closes_at: '2030-01-05T20:59:00.000Z',
    criteria: [
      { id: 3, name: 'Сетка держится', points: 4 },
      { id: 1, name: 'Поля', description: 'Не меньше 16 px' },
    ],
    kinds: ['files', 'link'],
    file_types: ['.pdf', 'image/*'],
    max_file_size: 10 * 1_048_576,
    team_size: 3,
    reviewer_ids: [5],
    weight: 2,
  },
  course: { teacher_ids: [5, 6] },
} as Lesson

describe('the form of a lesson', () => {
  it('sends back what it was filled with', () => {
    expect(lessonBody(lessonValues(lesson))).toEqual({
      name: 'Сетка',
      content: '<p>Шаг</p>',
      section_id: 7,
      status: 'published',
      publish_at: null,
      after: lesson.after,
      minutes: 12,
      assignment: { ...lesson.assignment, id: undefined },
    })
  })

  it('sends no rules of files when there are none, and no reviewer who has left the course', () => {
    const values = lessonValues({ ...lesson, course: { ...lesson.course, teacher_ids: [6] } })
    values.assignment.kinds = ['link']
    expect(lessonBody(values).assignment).toMatchObject({ file_types: [], max_file_size: null, reviewer_ids: [] })
  })

  it('distinguishes a lesson that opens later from an open one', () => {
    const later = { ...lesson, publish_at: '2090-01-01T09:00:00.000Z' }
    expect(lessonValues(later).visibility).toBe('later')
    expect(lessonBody(lessonValues(later)).publish_at).toBe(later.publish_at)
    expect(lessonValues({ ...lesson, publish_at: '2020-01-01T09:00:00.000Z' }).visibility).toBe('now')
  })

  it('takes the assignment away when the lesson asks for nothing', () => {
    expect(lessonBody({ ...lessonValues(lesson), asks: false }).assignment).toBeNull()
  })
})

describe('what is sent of a changed lesson', () => {
  const values = lessonValues(lesson)

  it('contains the changed fields alone', () => {
    expect(lessonChanges(values, lesson)).toEqual({})
    expect(lessonChanges({ ...values, name: 'Ряды', minutes: '' }, lesson)).toEqual({ name: 'Ряды', minutes: null })
  })

  it('contains of an assignment its text and the changed fields', () => {
    const assignment = { ...values.assignment, weight: 5, kinds: ['link' as const] }
    expect(lessonChanges({ ...values, assignment }, lesson)).toEqual({
      assignment: {
        text: '<p>Сверстайте</p>',
        weight: 5,
        kinds: ['link'],
        file_types: [],
        max_file_size: null,
      },
    })
    expect(lessonChanges({ ...values, asks: false }, lesson)).toEqual({ assignment: null })
    const { assignment: added } = lessonBody(values)
    expect(lessonChanges(values, { ...lesson, assignment: null })).toEqual({ assignment: added })
  })

  it('leaves the seconds of a deadline alone', () => {
    const assignment = {
      ...(lesson.assignment as NonNullable<Lesson['assignment']>),
      due_at: '2030-01-02T20:59:59.000Z',
    }
    const exact = { ...lesson, assignment }
    expect(lessonChanges({ ...lessonValues(exact), name: 'Ряды' }, exact)).toEqual({ name: 'Ряды' })
  })

  it('leaves the moment at which a lesson has opened alone, also when it is published again', () => {
    const opened = { ...lesson, publish_at: '2020-01-01T09:00:30.000Z' }
    expect(lessonChanges({ ...lessonValues(opened), name: 'Ряды' }, opened)).toEqual({ name: 'Ряды' })
    expect(lessonChanges({ ...lessonValues(opened), visibility: 'draft' }, opened)).toEqual({ status: 'draft' })
    const draft = { ...opened, status: lessonStatuses.draft }
    expect(lessonChanges({ ...lessonValues(draft), visibility: 'now' }, draft)).toEqual({ status: 'published' })
  })

  it('ends a moment ahead when the lesson opens at once', () => {
    const later = { ...lesson, publish_at: '2090-01-01T09:00:30.000Z' }
    expect(lessonChanges(lessonValues(later), later)).toEqual({})
    expect(lessonChanges({ ...lessonValues(later), visibility: 'now' }, later)).toEqual({ publish_at: null })
    const draft = { ...later, status: lessonStatuses.draft }
    expect(lessonChanges({ ...lessonValues(draft), visibility: 'now' }, draft)).toEqual({
      status: 'published',
      publish_at: null,
    })
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
    const criteria = [{ ...newCriterion(), name: ' ' }]
    const values = lessonValues(lesson)
    expect(lessonProblems({ ...values, assignment: { ...values.assignment, criteria } })).toEqual({
      'assignment.criteria.0.name': 'Заполните это поле',
    })
  })

  it('asks for a way to hand in, for types that are some, and for deadlines in order', () => {
    const values = lessonValues(lesson)
    const assignment = {
      ...values.assignment,
      kinds: [],
      closes_at: '2030-01-01T10:00',
    }
    expect(lessonProblems({ ...values, assignment })).toEqual({
      'assignment.kinds': 'Выберите хотя бы один способ',
      'assignment.closes_at': 'Закрыть приём можно не раньше срока сдачи',
    })
    const types = { ...values.assignment, file_types: ['.pdf', 'что угодно'], max_file_size: 0 }
    expect(lessonProblems({ ...values, assignment: types })).toEqual({
      'assignment.file_types.1': 'Напишите расширение, например .pdf, или тип, например image/*',
      'assignment.max_file_size': 'Больше нуля',
    })
  })
})
