import { z } from 'zod'

const wrongUrl = 'Укажите адрес целиком: https://…'

/** An address of another site, with its max length in characters; the server decides where it may lead. */
export const webUrl = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Не длиннее ${max} знаков`)
    // an address with such a character is one for the parser, and none for the database
    .refine((url) => !/[\p{Cc}\p{Cs}]/u.test(url), wrongUrl)
    .pipe(z.url({ protocol: /^https?$/, error: wrongUrl }))
