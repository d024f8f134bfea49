import { demoPassword } from '#server/users/users.factory.ts'

/** The accounts that the sign-in page offers in demo mode, and only then (product decision: how it is run). */
export const demoAccounts = [
  { role: 'student', name: 'Студент', email: 'student@demo.example', password: demoPassword },
  { role: 'teacher', name: 'Преподаватель', email: 'teacher@demo.example', password: demoPassword },
  { role: 'curator', name: 'Куратор', email: 'curator@demo.example', password: demoPassword },
] as const
