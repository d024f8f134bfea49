import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type AnswerValue, QuizQuestionInput } from '#contract/quizzes/quizzes.schema.ts'
import { checkAnswers } from '#server/quizzes/check-answers.ts'
import { presentForStudent } from '#server/quizzes/present-quiz.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { type StoredQuestion, withIds } from '#server/quizzes/stored-question.ts'

const ask = (question: object) => withIds([QuizQuestionInput.parse({ text: 'Что?', ...question })], [])
const isRight = ([question]: StoredQuestion[], value: AnswerValue) => {
  const { id } = question as StoredQuestion
  return checkAnswers([question as StoredQuestion], { [id]: value }).scores[0]?.correct
}

describe('an answer in words', () => {
  it('counts without its case and outer spaces, and nothing else', () => {
    const questions = ask({ kind: 'text', accepted: ['Сетка', 'модульная сетка'] })
    for (const right of ['сетка', '  СЕТКА ', 'Модульная  сетка']) expect(isRight(questions, right)).toBe(true)
    for (const wrong of ['', 'сетки', 'моя сетка']) expect(isRight(questions, wrong)).toBe(false)
  })

  it('fills every gap', () => {
    const questions = ask({
      kind: 'gaps',
      text: '[[2]] из [[1]]',
      gaps: [{ accepted: ['семи'] }, { accepted: ['один', '1'] }],
    })
    expect(isRight(questions, ['Семи', ' 1'])).toBe(true)
    for (const wrong of [['один', 'семи'], ['семи'], [], ['семи', '1', '']])
      expect(isRight(questions, wrong)).toBe(false)
  })
})

test('a number may be off by the tolerance', () => {
  const questions = ask({ kind: 'number', value: 0.3, tolerance: 0.01 })
  for (const right of [0.3, 0.29, 0.31, 0.1 + 0.2]) expect(isRight(questions, right)).toBe(true)
  for (const wrong of [0.28, 0.32, -0.3]) expect(isRight(questions, wrong)).toBe(false)
  expect(isRight(ask({ kind: 'number', value: 0.3 }), 0.1 + 0.2)).toBe(true)
  expect(isRight(ask({ kind: 'number', value: 0, tolerance: 0.1 }), 0.3 - 0.2)).toBe(true)
  const tiny = ask({ kind: 'number', value: 5e-10 })
  expect([5e-10, 0, -2e-10, 4e-10].map((value) => isRight(tiny, value))).toEqual([true, false, false, false])
})

test('of several options exactly the right ones are chosen', () => {
  const [question] = ask({
    kind: 'multiple',
    options: [{ text: 'А', correct: true }, { text: 'Б' }, { text: 'В', correct: true }],
  })
  if (question?.kind !== 'multiple') throw new Error('another kind')
  const [a, b, c] = question.options.map(({ id }) => id) as [number, number, number]
  for (const right of [
    [a, c],
    [c, a],
    [a, c, c],
  ])
    expect(isRight([question], right)).toBe(true)
  for (const wrong of [[a], [a, b, c], [b], [], [a, c, 1]]) expect(isRight([question], wrong)).toBe(false)
})

test('parts with the same text may take each other’s places', () => {
  const [order] = ask({ kind: 'order', items: [{ text: 'шаг' }, { text: 'стоп' }, { text: 'шаг' }] })
  const [match] = ask({
    kind: 'match',
    pairs: [
      { left: 'кот', right: 'зверь' },
      { left: 'пёс', right: 'зверь' },
    ],
  })
  if (order?.kind !== 'order' || match?.kind !== 'match') throw new Error('another kind')
  const [one, stop, two] = order.items.map(({ id }) => id) as [number, number, number]
  expect(isRight([order], [two, stop, one])).toBe(true)
  for (const wrong of [
    [one, two, stop],
    [one, stop, one],
    [one, stop],
  ])
    expect(isRight([order], wrong)).toBe(false)
  const [cat, dog] = match.pairs as [(typeof match.pairs)[0], (typeof match.pairs)[0]]
  expect(isRight([match], { [cat.id]: dog.right_id, [dog.id]: dog.right_id })).toBe(true)
  expect(isRight([match], { [cat.id]: cat.right_id })).toBe(false)
})

test('a value that is no answer to its question is refused', () => {
  const two = [{ text: 'А', correct: true }, { text: 'Б' }]
  const wrong: [object, AnswerValue[]][] = [
    [{ kind: 'single', options: two }, ['А', [1], { 1: 1 }]],
    [{ kind: 'multiple', options: two }, ['А', 1, ['А']]],
    [{ kind: 'text', accepted: ['А'] }, [1, [1], ['А']]],
    [{ kind: 'number', value: 1 }, ['1', [1]]],
    [{ kind: 'order', items: two }, [1, ['А'], { 1: 1 }]],
    [{ kind: 'gaps', text: '[[1]]', gaps: [{ accepted: ['А'] }] }, ['А', [1]]],
    [
      {
        kind: 'match',
        pairs: [
          { left: 'а', right: 'б' },
          { left: 'в', right: 'г' },
        ],
      },
      [1, [1], 'а'],
    ],
  ]
  for (const [question, values] of wrong) {
    for (const value of values) expect(() => isRight(ask(question), value)).toThrow('Проверьте введённое')
    expect(isRight(ask(question), null)).toBe(false)
  }
})

const word = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `м${text}`.replaceAll('[[', ''))
const words = (min: number) => fc.array(word, { minLength: min, maxLength: 5 })
const distinct = fc.uniqueArray(word, { minLength: 2, maxLength: 5, selector: (text) => text.trim() })
const points = fc.integer({ min: 0, max: 20 }).map((half) => half / 2)
const optionsOf = (kind: string) =>
  fc.tuple(distinct, fc.nat()).map(([texts, chosen]) => ({
    kind,
    options: texts.map((text, place) => ({
      text,
      correct: kind === 'single' ? place === chosen % texts.length : ((chosen >> place) & 1) === 1 || place === 0,
    })),
  }))

const question = fc
  .tuple(
    fc.oneof(
      optionsOf('single'),
      optionsOf('multiple'),
      words(1).map((accepted) => ({ kind: 'text', accepted })),
      fc
        .tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 10, noNaN: true }))
        .map(([value, tolerance]) => ({ kind: 'number', value, tolerance })),
      words(2).map((texts) => ({ kind: 'order', items: texts.map((text) => ({ text })) })),
      distinct.map((texts) => ({
        kind: 'match',
        pairs: texts.map((left, place) => ({ left, right: `к ${texts[place]}` })),
      })),
      words(1).map((texts) => ({
        kind: 'gaps',
        text: texts.map((_, place) => `это [[${place + 1}]]`).join(' '),
        gaps: texts.map((text) => ({ accepted: [text] })),
      })),
    ),
    points,
  )
  .map(([kind, worth]) => QuizQuestionInput.parse({ text: 'Вопрос', explanation: 'Пояснение', ...kind, points: worth }))

const quiz = fc.tuple(fc.array(question, { minLength: 1, maxLength: 6 }), fc.boolean())

describe('a random quiz', () => {
  it('gives all of its points for the right answers, and none for none', () => {
    fc.assert(
      fc.property(quiz, ([inputs]) => {
        const questions = withIds(inputs, [])
        const all = checkAnswers(questions, rightAnswers(questions))
        expect(all.points).toBe(all.max_points)
        expect(all.scores.every(({ correct }) => correct)).toBe(true)
        expect(checkAnswers(questions, {}).points).toBe(0)
      }),
    )
  })

  it('is shown to a student without any answer', () => {
    fc.assert(
      fc.property(quiz, fc.integer({ min: 1, max: 1000 }), ([inputs, shuffle], userId) => {
        const questions = withIds(inputs, [])
        const stored = {
          id: 1,
          lesson_id: 1,
          position: 0,
          title: 'Тест',
          attempts: null,
          shuffle,
          questions,
          in_journal: false,
          revision: 0,
          placed: false,
          deleted_at: null,
        }
        const shown = presentForStudent(stored, userId, [])
        const keys = new Set<string>()
        JSON.stringify(shown.questions, (key, value) => {
          if (Number.isNaN(Number(key)) && !Array.isArray(value)) keys.add(key)
          return value
        })
        const allowed = ['id', 'kind', 'text', 'points']
        expect([...keys].filter((key) => !allowed.includes(key))).toEqual([])
        // ids in the order they are shown have nothing to do with the order they were written in
        for (const { id, ...parts } of shown.questions) {
          const own = questions.find((one) => one.id === id)
          if (own?.kind === 'match' && 'right' in parts) {
            const pairIds = new Set(own.pairs.map((pair) => pair.id))
            expect(parts.right?.some((right) => pairIds.has(right.id))).toBe(false)
          }
        }
      }),
    )
  })
})

test('neither ids nor places give away the order of items, or the pairs', () => {
  let [shownInOrder, idsInOrder, rightInOrder] = [0, 0, 0]
  const rising = (numbers: number[]) =>
    numbers.every((number, place) => place === 0 || number > (numbers[place - 1] ?? 0))
  const inputs = [
    { kind: 'order', items: [{ text: 'а' }, { text: 'б' }, { text: 'в' }] },
    { kind: 'match', pairs: ['а', 'б', 'в'].map((left) => ({ left, right: `к ${left}` })) },
  ].map((one) => QuizQuestionInput.parse({ text: 'Что?', ...one }))
  const runs = 600
  for (let run = 0; run < runs; run += 1) {
    const questions = withIds(inputs, [])
    const stored = {
      id: 1,
      lesson_id: 1,
      position: 0,
      title: 'Т',
      attempts: null,
      shuffle: false,
      questions,
      in_journal: false,
      revision: 0,
      placed: false,
      deleted_at: null,
    }
    const [order, match] = presentForStudent(stored, 1, []).questions
    if (order?.kind !== 'order' || match?.kind !== 'match') throw new Error('another kind')
    const place = (text: string) => text.codePointAt(text.length - 1) ?? 0
    if (rising(order.items.map(({ text }) => place(text)))) shownInOrder += 1
    if (rising(order.items.toSorted((a, b) => place(a.text) - place(b.text)).map(({ id }) => id))) idsInOrder += 1
    if (rising((match.right ?? []).map(({ text }) => place(text)))) rightInOrder += 1
  }
  // one of six orders is the right one by chance
  for (const count of [shownInOrder, idsInOrder, rightInOrder]) {
    expect(count).toBeGreaterThan(runs / 12)
    expect(count).toBeLessThan(runs / 3.5)
  }
})
