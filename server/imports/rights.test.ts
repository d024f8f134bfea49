import { api } from '#contract/api.ts'
import { replaceUses } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { endImport, insertImport } from '#server/imports/imports.repo.ts'
import { imports } from '#server/imports/imports.table.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

/** An import of the teacher, which is over. */
const ofTeacher = async ({ teacher }: School) => {
  const { id } = await insertImport(app.db, teacher.id, { kind: 'archive', file_id: '' })
  await endImport(app.db, id, { status: 'failed' })
  return { params: { id } }
}

const settled = async () => {
  while ((await app.db.select().from(imports)).some(({ status }) => status === 'running')) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

testRights(
  app,
  api.imports,
  {
    archive: ({ course }) => ({ params: { id: course.id } }),
    create: async ({ course, teacher }) => {
      const file = await addFile(app.db, teacher.id)
      await replaceUses(app.db, { owner: 'course', id: course.id }, [{ file_id: file.id, position: null }])
      return { body: { kind: 'archive', file_id: file.id, course_id: course.id } }
    },
    list: ({ course }) => ({ params: { id: course.id } }),
    get: ofTeacher,
    undo: ofTeacher,
  },
  settled,
)
