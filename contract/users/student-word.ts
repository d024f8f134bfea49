/** What the school calls those who learn. */
export const studentWords = ['student', 'pupil'] as const
export type StudentWord = (typeof studentWords)[number]

/** Until the school has chosen one. */
export const defaultStudentWord: StudentWord = 'student'

/** Each of them, as it is chosen. */
export const studentWordNames: Record<StudentWord, string> = { student: 'Студент', pupil: 'Ученик' }

/** Every form that texts use. Both words are masculine and declined alike, so nothing around them changes. */
export type StudentForm = `${'с' | 'С'}тудент${'' | 'а' | 'у' | 'ом' | 'е' | 'ы' | 'ов' | 'ам' | 'ами' | 'ах'}`

/** A site has one school, so its word is the same for a whole process, a worker's thread or a page of the app. */
let current: StudentWord = defaultStudentWord

/** The word that texts use from now on. */
export const callStudents = (word: StudentWord) => {
  current = word
}

/** The word that texts use. */
export const studentWord = () => current

/** A form of the school's word, where a text is made: «Запишите студентов» is `Запишите ${called('студентов')}`. */
export const called = (form: StudentForm): string =>
  current === 'student' ? form : form.replace('студент', 'ученик').replace('Студент', 'Ученик').replace('ы', 'и')
