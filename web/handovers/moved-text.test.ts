import { expect, test } from 'vitest'
import { movesVerb } from '#web/handovers/moved-text.ts'

test('the verb agrees with a single thing, and is plural before several', () => {
  const verbs = [
    { courses: 1, tasks: 0, cohorts: 0 },
    { courses: 0, tasks: 21, cohorts: 0 },
    { courses: 0, tasks: 5, cohorts: 0 },
    { courses: 1, tasks: 1, cohorts: 0 },
  ].map(movesVerb)
  expect(verbs).toEqual(['Перейдёт', 'Перейдёт', 'Перейдут', 'Перейдут'])
})
