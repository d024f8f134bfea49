import type { z } from 'zod'

const tooBig: Record<string, (max: number | bigint) => string> = {
  string: (max) => `Не длиннее ${max} знаков`,
  number: (max) => `Не больше ${max}`,
  array: (max) => `Слишком много: можно не больше ${max}`,
}

const tooSmall: Record<string, (min: number | bigint) => string> = {
  string: (min) => `Не короче ${min} знаков`,
  number: (min) => `Не меньше ${min}`,
}

const isEmpty = (input: unknown) => input === '' || input === null || input === undefined

/**
 * What people read about an input whose schema says nothing itself. Zod's own Russian names types. Set it by `z.config`
 * wherever its messages are shown.
 */
export const russianSentences: z.core.$ZodErrorMap = (issue) => {
  if (isEmpty(issue.input)) return 'Заполните это поле'
  const exact =
    (issue.code === 'too_big' && tooBig[issue.origin]?.(issue.maximum)) ||
    (issue.code === 'too_small' && tooSmall[issue.origin]?.(issue.minimum))
  return exact || 'Такое значение не подходит'
}
