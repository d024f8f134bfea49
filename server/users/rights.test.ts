import sharp from 'sharp'
import { api } from '#contract/api.ts'
import { courseStudents } from '#server/courses/courses.table.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { buildChild, demoPassword } from '#server/users/users.factory.ts'

const app = await testApp()

const multipart = async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#256af4' } })
    .png()
    .toBuffer()
  const boundary = 'praktika-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

testRights(app, api.users, {
  list: () => ({}),
  students: () => ({}),
  get: ({ student }) => ({ params: { id: student.id } }),
  create: () => ({
    body: { name: 'Анна', surname: 'Ёлкина', email: `${crypto.randomUUID()}@school.example`, role: 'teacher' },
  }),
  actOnMany: ({ student }) => ({ body: { act: 'sign-out', user_ids: [student.id] } }),
  givePasswords: async ({ course }) => {
    const child = await buildChild(app.db, { login: crypto.randomUUID() })
    await app.db.insert(courseStudents).values({ course_id: course.id, user_id: child.id })
    return { body: { user_ids: [child.id] } }
  },
  update: ({ student }) => ({ params: { id: student.id }, body: { about: 'Рисую шрифты' } }),
  remove: ({ student }) => ({ params: { id: student.id } }),
  changePassword: ({ student }) => ({
    params: { id: student.id },
    body: { current_password: demoPassword, password: 'new password' },
  }),
  orderProjects: ({ student, project }) => ({ params: { id: student.id }, body: { project_ids: [project.id] } }),
  setAvatar: async ({ student }) => ({ params: { id: student.id }, ...(await multipart()) }),
  removeAvatar: ({ student }) => ({ params: { id: student.id } }),
})
