import { expect, test } from 'vitest'
import type { CohortWord } from '#contract/cohorts/cohort-word.ts'
import { schoolWords, setSchoolWords } from '#contract/site/school-words.ts'
import { movesVerb, nothingText, returnDay } from '#web/handovers/moved-text.ts'

test('the verb agrees with a single thing, and is plural before several', () => {
  const verbs = [
    { courses: 1, tasks: 0, cohorts: 0 },
    { courses: 0, tasks: 21, cohorts: 0 },
    { courses: 0, tasks: 5, cohorts: 0 },
    { courses: 1, tasks: 1, cohorts: 0 },
  ].map(movesVerb)
  expect(verbs).toEqual(['Перейдёт', 'Перейдёт', 'Перейдут', 'Перейдут'])
})

test('the day of the return is that of Moscow, wherever the reader is', () => {
  expect(returnDay('2026-12-04T21:00:00.000Z')).toBe('05.12.2026')
})

test('where there is nothing to hand over, classes have the word of the school', () => {
  const before = schoolWords()
  const textFor = (cohort_word: CohortWord) => {
    setSchoolWords({ ...before, cohort_word })
    return nothingText()
  }
  try {
    expect(textFor('class')).toContain('ни классов')
    expect(textFor('group')).toContain('ни групп.')
    expect(textFor('stream')).toContain('ни потоков')
  } finally {
    setSchoolWords(before)
  }
})
