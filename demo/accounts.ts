import { fullName, roles } from '#contract/users/names.ts'
import { people } from '#demo/content/people.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const emails = ['student@demo.example', 'teacher@demo.example', 'curator@demo.example']

/** The accounts that the sign-in page offers in demo mode, and only then (product decision: how it is run). */
export const demoAccounts = people
  .filter(({ email }) => emails.includes(email))
  .toSorted((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
  .map((person) => ({
    email: person.email,
    password: demoPassword,
    role: roles[person.role],
    name: fullName(person),
  }))
