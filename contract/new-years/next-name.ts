// Apart from the schemas: the browser needs no zod for it.

/** The last year at school. */
const lastGrade = 11

/**
 * The rule of names: the number that a name begins with rises by one, so «9А» becomes «10А» and «8 «Б»» «9 «Б»». Null
 * for a class of the last year; undefined for a name without a grade, which stays as it is.
 */
export const nextName = (name: string): string | null | undefined => {
  const digits = /^\d{1,2}(?!\d)/.exec(name)?.[0]
  if (digits === undefined) return undefined
  const grade = Number(digits)
  if (grade < 1 || grade > lastGrade) return undefined
  return grade === lastGrade ? null : `${grade + 1}${name.slice(digits.length)}`
}

/** The name of a class that has left the school: «11А, выпуск 2027». */
export const graduateName = (name: string, year: number) => `${name.slice(0, 85)}, выпуск ${year}`
