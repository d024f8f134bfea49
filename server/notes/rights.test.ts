import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

testRights(await testApp(), api.notes, {
  get: ({ lesson }) => ({ params: { id: lesson.id } }),
  save: ({ lesson }) => ({ params: { id: lesson.id }, body: { text: 'Моё', highlights: [], revision: 0 } }),
})
