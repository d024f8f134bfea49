import { counted } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'

/** «5 студентов», by the school's word. */
export const countedStudents = (count: number) =>
  counted(count, called('студент'), called('студента'), called('студентов'))
