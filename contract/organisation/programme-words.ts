/** What is known of a course as an educational programme; empty: the school's usual words. */
interface ProgrammeFacts {
  level: string
  form: string
  duration: string
}

/** What stands for a programme where its course says nothing of it. */
const usual: ProgrammeFacts = {
  level: 'Дополнительное образование детей и взрослых',
  form: 'Очная с применением дистанционных образовательных технологий',
  duration: 'По учебному плану программы',
}

/** Level, form and duration of a programme in words. */
export const programmeWords = ({ level, form, duration }: ProgrammeFacts): ProgrammeFacts => ({
  level: level || usual.level,
  form: form || usual.form,
  duration: duration || usual.duration,
})
