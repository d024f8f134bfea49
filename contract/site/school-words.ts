import type { CohortWord } from '#contract/cohorts/cohort-word.ts'
import { callStudents, type StudentWord, studentWord } from '#contract/users/student-word.ts'

/** What a school calls those who learn, and their classes. */
export interface SchoolWords {
  student_word: StudentWord
  cohort_word: CohortWord
}

// apart from the forms of the word, which few pages need
let current: CohortWord = 'class'

/** The words that texts use from now on. */
export const setSchoolWords = ({ student_word, cohort_word }: SchoolWords) => {
  callStudents(student_word)
  current = cohort_word
}

export const cohortWord = () => current

/** The words that texts use, for a worker. */
export const schoolWords = (): SchoolWords => ({ student_word: studentWord(), cohort_word: current })
