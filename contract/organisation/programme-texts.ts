/** The facts of a course as an educational programme; when empty, the school's defaults. */
interface ProgrammeFacts {
  level: string
  form: string
  duration: string
}

/** Defaults of a programme whose course has no values. */
const usual: ProgrammeFacts = {
  level: 'Дополнительное образование детей и взрослых',
  form: 'Очная с применением дистанционных образовательных технологий',
  duration: 'По учебному плану программы',
}

/** Level, form and duration of a programme as text. */
export const programmeTexts = ({ level, form, duration }: ProgrammeFacts): ProgrammeFacts => ({
  level: level || usual.level,
  form: form || usual.form,
  duration: duration || usual.duration,
})
