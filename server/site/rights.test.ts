import sharp from 'sharp'
import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'
import { upload } from '#server/testing/upload.ts'

const picture = () =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: '#256af4' } })
    .png()
    .toBuffer()

testRights(await testApp(), api.site, {
  health: () => ({}),
  ready: () => ({}),
  // its response needs the built pages: the stories call it
  assetsVersion: null,
  school: () => ({}),
  changeSchool: () => ({ body: { name: 'Школа' } }),
  setLogo: async () => upload(await picture()),
  removeLogo: () => ({}),
  home: () => ({}),
  changeHome: () => ({ body: { title: 'Учиться' } }),
})
