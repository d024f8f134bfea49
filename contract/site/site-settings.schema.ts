import { z } from 'zod'
import { cohortWords, defaultCohortWord } from '#contract/cohorts/cohort-word.ts'
import { Id, line, plainText } from '#contract/http/fields.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { WebAddress } from '#contract/organisation/organisation.schema.ts'
import { logoGrounds } from '#contract/site/logo.ts'
import { isEmail } from '#contract/users/email.ts'
import { defaultStudentWord, studentWords } from '#contract/users/student-word.ts'

export const ageMarks = ['0+', '6+', '12+', '16+', '18+'] as const

/** Who may open an account: anybody, owners of a class's code, or nobody: then the school makes the accounts. */
const registrationModes = ['open', 'code', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

const Border = z.number('Введите число').int('Введите целое число').min(1, 'Не меньше 1').max(100, 'Не больше 100')

/** The lowest percentage of the points for each mark, in courses with these scales. */
const MarkBorders = z
  .object({ five: Border, four: Border, three: Border, pass: Border })
  .refine(({ five, four, three }) => five > four && four > three, {
    path: ['five'],
    message: 'Границы должны расти: у пятёрки выше, чем у четвёрки, а у четвёрки выше, чем у тройки',
  })

/** The school's logo: the header's copy, with its size in pixels. */
export const Logo = z.object({
  url: z.string().regex(/^\/logos\/[0-9a-f-]{36}\.webp$/),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  ground: z.enum(logoGrounds),
})
export type Logo = z.infer<typeof Logo>

/** The owner of the site for the footer (149-ФЗ, art. 10), and what the law leaves to the school. */
export const SchoolSettings = z.object({
  name: plainText(300),
  /** Where there is little room: in the header, as the sender of letters, under icons. */
  short_name: plainText(60),
  /** Set by an upload of its own. */
  logo: Logo.nullable(),
  inn: z
    .string()
    .trim()
    .regex(/^(\d{10}|\d{12})?$/, 'ИНН: 10 или 12 цифр'),
  ogrn: z
    .string()
    .trim()
    .regex(/^(\d{13}|\d{15})?$/, 'ОГРН: 13 или 15 цифр'),
  address: plainText(300),
  email: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmail(text), 'Введите адрес почты, например school@school.ru'),
  phone: plainText(60),
  /** Number in the register of operators of personal data (152-ФЗ, art. 22). */
  operator_number: plainText(60),
  /** 436-ФЗ; empty for none. */
  age_mark: z.union([z.literal(''), z.enum(ageMarks)]),
  /** Below this age a parent's consent opens the account (152-ФЗ, art. 9): by default 14, max 18. */
  consent_age: z.number().int().min(14).max(18),
  registration: z.enum(registrationModes),
  /** Whether somebody who has registered waits until a curator accepts them. */
  registration_waits: z.boolean(),
  /** What the school calls a group of students who take courses together. */
  cohort_word: z.enum(cohortWords),
  /** What the school calls those who learn. */
  student_word: z.enum(studentWords),
  /** How people enrol, on the announcements of courses. */
  enrol_words: plainText(1000),
  /** What certificates of finished courses say between the person’s name and the course’s. */
  certificate_words: plainText(300),
  /** Who signs certificates, and their post; empty for nobody. */
  certificate_signer: plainText(120),
  certificate_post: plainText(120),
  mark_borders: MarkBorders,
  /** Edition of the organisation section's names, and whether the school is a university. */
  edition: z.union([z.literal(9), z.literal(10)]),
  university: z.boolean(),
  /** Who must have a second factor to do anything. */
  second_factor: z.enum(['nobody', 'curators', 'staff']),
})
export type SchoolSettings = z.infer<typeof SchoolSettings>

/** What curators write in the form. */
export const SchoolInput = SchoolSettings.omit({ logo: true })
export type SchoolInput = z.infer<typeof SchoolInput>

export const defaultSchool: SchoolSettings = {
  name: '',
  short_name: '',
  logo: null,
  inn: '',
  ogrn: '',
  address: '',
  email: '',
  phone: '',
  operator_number: '',
  age_mark: '',
  consent_age: 14,
  registration: 'open',
  registration_waits: false,
  cohort_word: defaultCohortWord,
  student_word: defaultStudentWord,
  enrol_words: '',
  certificate_words: 'прошёл(а) обучение по курсу',
  certificate_signer: '',
  certificate_post: '',
  mark_borders: defaultBorders,
  edition: 10,
  university: false,
  second_factor: 'nobody',
}

const Step = z.object({ name: line(80), text: plainText(300) })

/** The main page's blocks: each can be switched off; `order` is their order. */
export const homeBlocks = ['courses', 'projects', 'teachers', 'steps', 'about'] as const
export type HomeBlock = (typeof homeBlocks)[number]

export const HomeSettings = z.object({
  title: line(120),
  text: plainText(500),
  order: z.array(z.enum(homeBlocks)).max(homeBlocks.length),
  about: z.object({ title: line(120), text: plainText(3000) }),
  steps: z.array(Step).max(6),
  /** Projects shown first, by id; the others by likes. */
  project_ids: z.array(Id).max(12),
  links: z.array(z.object({ title: line(80), url: WebAddress })).max(6),
})
export type HomeSettings = z.infer<typeof HomeSettings>

export const defaultHome: HomeSettings = {
  title: 'Учиться на работах, которые не стыдно показать',
  text: 'Курсы дизайна и кода, где каждую работу разбирает преподаватель. Принятые работы становятся проектами в вашем портфолио.',
  order: ['courses', 'projects', 'teachers', 'steps', 'about'],
  about: { title: 'О школе', text: '' },
  steps: [
    {
      name: 'Выберите курс',
      text: 'У каждого есть программа, преподаватели и условия: видно, чему и за сколько научитесь.',
    },
    {
      name: 'Зарегистрируйтесь',
      text: 'Имя, почта и пароль: это пара минут. Мы запишем вас на курс, и откроется первый урок.',
    },
    { name: 'Сделайте работу', text: 'Преподаватель смотрит каждую попытку и пишет, что получилось и что поправить.' },
    { name: 'Покажите проект', text: 'Принятая работа становится проектом в портфолио, которым можно поделиться.' },
  ],
  project_ids: [],
  links: [],
}
