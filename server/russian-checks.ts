import { z } from 'zod'

const sayTooBig: Record<string, (most: number | bigint) => string> = {
  string: (most) => `Не длиннее ${most} знаков`,
  number: (most) => `Не больше ${most}`,
  array: (most) => `Слишком много: можно не больше ${most}`,
}

/** What people read at a field of which the schema says nothing of its own; the rest is zod's own Russian. */
const sentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_big') return sayTooBig[issue.origin]?.(issue.maximum)
  if (issue.code === 'too_small' && issue.origin === 'number') return `Не меньше ${issue.minimum}`
  if (!['invalid_type', 'invalid_value', 'invalid_format', 'too_small'].includes(issue.code)) return undefined
  return ['', null, undefined].includes(issue.input as string) ? 'Заполните это поле' : 'Такое значение не подходит'
}

/** Whoever answers people with zod's words imports this file. */
z.config({ ...z.locales.ru(), customError: sentence })
