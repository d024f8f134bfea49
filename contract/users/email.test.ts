import { expect, it } from 'vitest'
import { Email, isEmail } from '#contract/users/email.ts'

it.each([
  [' Maria@School.RU ', 'maria@school.ru'],
  ["o'neill+7@mail.school.example", "o'neill+7@mail.school.example"],
  ['ivan@Школа.РФ', 'ivan@xn--80atdl2c.xn--p1ai'],
  ['ivan@xn--80atdl2c.xn--p1ai', 'ivan@xn--80atdl2c.xn--p1ai'],
])('%s is kept as %s', (typed, kept) => expect(Email.parse(typed)).toBe(kept))

it.each(['maria', 'maria@', '@school.ru', 'a b@school.ru', 'a@b', 'a@школа', 'a@б..рф', 'иван@school.ru', 'тел. 5'])(
  '%s is no address',
  (typed) => expect(isEmail(typed)).toBe(false),
)

it('is refused when it is too long', () => {
  for (const domain of ['a', 'ш']) expect(isEmail(`a@${domain.repeat(300)}.ru`)).toBe(false)
})
