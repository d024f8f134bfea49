import { z } from 'zod'

/** Letters and digits that cannot be taken for each other. */
export const codeSigns = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeLength = 8

/** Russian capitals that look like Latin ones: a code is often typed on a Russian keyboard. */
const lookalikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
}

/** A code as it is kept: «авск-7 mn» is «ABCK7MN». */
const bareCode = (text: string) =>
  [...text.toUpperCase()]
    .map((sign) => lookalikes[sign] ?? sign)
    .join('')
    .replace(/[^A-Z0-9]/g, '')

/** A code as people read it: «ABCK-7MNP». */
export const shownCode = (code: string) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** A code as people type it; whether there is such a class is looked up. */
export const ClassCode = z.string().max(100, 'Слишком длинный код').transform(bareCode)

/** How many codes of one class may work at once. */
export const maxCodes = 20

/** For how long a code may work, in days. */
export const codeDays = { min: 1, max: 365, usual: 30 } as const
