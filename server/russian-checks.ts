import { z } from 'zod'

/** What people read at a field of which the schema says nothing of its own; the rest is zod's own Russian. */
const sentence: z.core.$ZodErrorMap = ({ code, input }) => {
  if (code !== 'invalid_type' && code !== 'invalid_value') return undefined
  return input === undefined || input === null || input === '' ? 'Заполните это поле' : 'Такое значение не подходит'
}

/** Whoever answers people with zod's words imports this file. */
z.config({ ...z.locales.ru(), customError: sentence })
