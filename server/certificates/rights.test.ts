import { api } from '#contract/api.ts'
import { buildCertificate } from '#server/certificates/certificates.factory.ts'
import { newNumber } from '#server/organisation/new-number.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

/** A certificate of the student. */
const issued = async ({ student, course }: School) => {
  const { number } = await buildCertificate(app.db, {
    number: newNumber(),
    user_id: student.id,
    course_id: course.id,
  })
  return { params: { number } }
}

testRights(app, api.certificates, {
  ofUser: ({ student }) => ({ params: { id: student.id } }),
  get: issued,
  file: issued,
  withdraw: async (school) => ({ ...(await issued(school)), body: { reason: 'Ошибка в имени' } }),
  replace: async (school) => ({ ...(await issued(school)), body: { name: 'Илья Соколов' } }),
  missing: ({ course }) => ({ params: { id: course.id } }),
  issue: ({ course }) => ({ params: { id: course.id } }),
})
