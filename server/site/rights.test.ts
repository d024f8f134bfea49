import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

testRights(await testApp(), api.site, {
  health: () => ({}),
  ready: () => ({}),
  // its response needs the built pages: the stories call it
  assetsVersion: null,
  school: () => ({}),
  changeSchool: () => ({ body: { name: 'Школа' } }),
  home: () => ({}),
  changeHome: () => ({ body: { title: 'Учиться' } }),
})
