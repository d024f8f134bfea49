import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

testRights(await testApp(), api.progress, {
  get: () => ({}),
  export: () => ({ query: '?part=courses&format=csv' }),
})
