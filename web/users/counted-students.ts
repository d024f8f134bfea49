import { called } from '#contract/users/student-word.ts'
import { counted } from '#web/ui/plural.ts'

/** «5 студентов», by the school's word. */
export const countedStudents = (count: number) =>
  counted(count, called('студент'), called('студента'), called('студентов'))
