import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

testRights(app, api.search, { find: () => ({ query: '?q=%D1%83%D1%80%D0%BE%D0%BA' }) })
