import { z } from 'zod'

const sayTooBig: Record<string, (max: number | bigint) => string> = {
  string: (max) => `Не длиннее ${max} знаков`,
  number: (max) => `Не больше ${max}`,
  array: (max) => `Слишком много: можно не больше ${max}`,
}

/** The message for a field whose schema has none; zod's own Russian for the rest. */
const sentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_big') return sayTooBig[issue.origin]?.(issue.maximum)
  if (issue.code === 'too_small' && issue.origin === 'number') return `Не меньше ${issue.minimum}`
  if (!['invalid_type', 'invalid_value', 'invalid_format', 'too_small'].includes(issue.code)) return undefined
  return ['', null, undefined].includes(issue.input as string) ? 'Заполните это поле' : 'Такое значение не подходит'
}

/** Import this file wherever zod's messages are shown to people. */
z.config({ ...z.locales.ru(), customError: sentence })
