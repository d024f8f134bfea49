import { z } from 'zod'

const maxLength = 254

/** Zod's own, with top-level domains of other letters. */
const pattern =
  /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/

/** The address with a domain of other letters as mail servers spell it (RFC 5891): школа.рф as xn--80atdl2c.xn--p1ai. */
const withAsciiDomain = (email: string) => {
  const domain = /@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email)?.[1]
  if (domain === undefined || email.length > maxLength || !/[^a-z\d.-]/.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? email.slice(0, -domain.length) + new URL(url).hostname : email
}

/** An address of mail, in one spelling. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .pipe(
    z
      .email({ pattern, error: 'Введите адрес почты, например maria@school.ru' })
      .max(maxLength, 'Слишком длинный адрес'),
  )

/** Whether a text is an address of mail. */
export const isEmail = (text: string) => Email.safeParse(text).success
