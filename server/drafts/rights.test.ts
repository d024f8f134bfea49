import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

testRights(await testApp(), api.drafts, {
  get: () => ({ params: { key: 'lesson:12' } }),
  save: () => ({ params: { key: 'lesson:12' }, body: { value: 'Начало', revision: 0 } }),
})
