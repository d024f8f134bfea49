import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { logoCopies, logoCopy } from '#contract/site/logo.ts'
import { defaultSchool } from '#contract/site/site-settings.schema.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { testApp } from '#server/testing/app.ts'
import { emptyAudit } from '#server/testing/empty.ts'
import { upload } from '#server/testing/upload.ts'

const { app, db, call, signedIn, config } = await testApp()
const curator = await signedIn({ role: 'curator' })

const path = '/api/settings/school/logo'
const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const filled = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
/** A picture of one colour within transparent margins. */
const shape = (background: string, { width = 300, height = 150, margin = 40 } = {}) =>
  filled(width, height, background)
    .ensureAlpha()
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: clear })
    .png()
    .toBuffer()

const send = (bytes: Buffer, file: Parameters<typeof upload>[1] = {}, { token } = curator) =>
  call('POST', path, { token, ...upload(bytes, file) })
const sent = async (bytes: Buffer) => (await send(bytes)).body.school.logo
const remove = () => call('DELETE', path, { token: curator.token })
/** Without settings, and without files of a logo. */
beforeEach(async () => {
  await remove()
  await db.delete(siteSettings)
})

const stored = () => readdir(join(config.dataDir, 'files', 'logos')).catch(() => [])
const get = (url: string) => app.inject({ url })
const pixel = async (bytes: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
}

describe('the logo of the school', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is drawn from %s for the header, with its size', async (format) => {
    const { status, body } = await send(await filled(600, 300, '#256af4').toFormat(format).toBuffer())
    const { logo } = body.school
    expect([status, logo]).toEqual([200, { url: logo.url, width: 192, height: 96, ground: 'any' }])
    expect((await call('GET', '/api/settings/school')).body.school).toEqual({ ...defaultSchool, logo })
    const response = await get(logo.url)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 192, height: 96 })
  })

  it('loses its transparent margins', async () => {
    expect(await sent(await shape('#256af4', { width: 400, height: 200 }))).toMatchObject({ width: 192, height: 96 })
  })

  it('gets the ground on which it can be seen', async () => {
    const grounds = []
    for (const colour of ['#11151c', '#ffffff', '#e8590c']) grounds.push((await sent(await shape(colour))).ground)
    // with a ground of its own it needs none
    grounds.push((await sent(await filled(200, 200, '#000000').png().toBuffer())).ground)
    expect(grounds).toEqual(['light', 'dark', 'any', 'any'])
  })

  it('has no transparent parts in letters and on paper', async () => {
    for (const colour of ['#11151c', '#ffffff', '#e8590c']) {
      const { url } = await sent(await shape(colour))
      for (const copy of ['mail', 'print'] as const) {
        const { format, hasAlpha } = await sharp((await get(logoCopy(url, copy))).rawPayload).metadata()
        expect([copy, format, hasAlpha]).toEqual([copy, 'png', false])
      }
    }
    // the white one on a dark edge
    const { url } = await sent(await shape('#ffffff'))
    expect(await pixel((await get(logoCopy(url, 'print'))).rawPayload, 1, 1)).toEqual([22, 26, 33])
  })

  it('keeps nothing else of its file', async () => {
    const bytes = await filled(300, 300, '#256af4')
      .withExif({ IFD0: { Copyright: 'Тайна' } })
      .jpeg()
      .toBuffer()
    const { url } = await sent(bytes)
    for (const address of [url, ...Object.values(logoCopies).map((end) => url.replace('.webp', end))]) {
      const { statusCode, rawPayload } = await get(address)
      expect([address, statusCode, (await sharp(rawPayload).metadata()).exif]).toEqual([address, 200, undefined])
    }
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>'
  it.each([
    ['SVG', () => Buffer.from(svg), 'Неверное расширение файла'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'Неверное расширение файла'],
    ['GIF', () => filled(300, 300, '#256af4').gif().toBuffer(), 'Неверное расширение файла'],
    ['nothing', () => Buffer.alloc(0), 'Неверное расширение файла'],
    [
      'a small picture',
      () => filled(100, 100, '#256af4').png().toBuffer(),
      'Картинка слишком маленькая. Нужно хотя бы 128 пикселей по большей стороне.',
    ],
    ['a long line', () => filled(1000, 100, '#256af4').png().toBuffer(), 'Картинка слишком вытянутая'],
    [
      'glass',
      () =>
        sharp({ create: { width: 300, height: 300, channels: 4, background: clear } })
          .png()
          .toBuffer(),
      'На картинке ничего не видно',
    ],
    ['60 megapixels', () => filled(10_000, 6000, '#256af4').png().toBuffer(), 'Неверное расширение файла'],
  ])('is not %s, and a refusal changes nothing', async (_what, make, sentence) => {
    const before = await sent(await shape('#256af4'))
    const files = await stored()
    const { status, body } = await send(await make())
    expect([status, body.errors.file[0]]).toEqual([422, expect.stringContaining(sentence)])
    expect((await call('GET', '/api/settings/school')).body.school.logo).toEqual(before)
    expect(await stored()).toEqual(files)
  })

  it('takes at most 5 MB', async () => {
    const { status, body } = await send(Buffer.alloc(5 * 1_048_576 + 1))
    expect([status, body.errors]).toEqual([413, { file: ['Размер файла не должен превышать 5MB'] }])
  })

  it('goes with all its copies when another comes, or none', async () => {
    const bytes = await shape('#256af4')
    const first = (await sent(bytes)).url
    const second = (await sent(bytes)).url
    expect([first === second, (await get(first)).statusCode, (await get(second)).statusCode]).toEqual([false, 404, 200])
    expect(await stored()).toHaveLength(1 + Object.keys(logoCopies).length)
    const removed = await remove()
    expect([removed.status, removed.body.school.logo, await stored()]).toEqual([200, null, []])
    expect((await remove()).status).toBe(200)
  })

  it('is one when several are uploaded at once', async () => {
    const bytes = await shape('#256af4')
    await Promise.all(Array.from({ length: 4 }, () => send(bytes)))
    const { url } = (await call('GET', '/api/settings/school')).body.school.logo
    expect(await stored()).toHaveLength(1 + Object.keys(logoCopies).length)
    expect((await get(url)).statusCode).toBe(200)
    await remove()
  })

  it('is not set by the form, which knows nothing of files', async () => {
    const logo = { url: `/logos/${'0'.repeat(36)}.webp`, width: 1, height: 1, ground: 'any' }
    const { status, body } = await call('PUT', '/api/settings/school', { token: curator.token, body: { logo } })
    expect([status, body.school.logo]).toEqual([200, null])
  })

  it('is in the journal of changes, whenever it has changed', async () => {
    await emptyAudit(db)
    await sent(await shape('#256af4'))
    await remove()
    // there was none any more
    await remove()
    const { body } = await call('GET', '/api/audit?kind=settings-changed', { token: curator.token })
    const written = { actor: { id: curator.id }, object: { id: 'school' }, after: { fields: ['logo'] } }
    expect(body.entries).toMatchObject([written, written])
  })
})

describe('where there is a logo', () => {
  const page = async () => (await app.inject({ url: '/projects', headers: { accept: 'text/html' } })).body

  it('the icons of the installed app are made of it', async () => {
    const { url } = await sent(await shape('#11151c', { width: 400, height: 100 }))
    const { icons } = (await get('/manifest.webmanifest')).json()
    expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual(['any', 'any', 'maskable'])
    for (const { src, sizes, type } of icons) {
      const { rawPayload, headers } = await get(src)
      const { format, width, height } = await sharp(rawPayload).metadata()
      expect([src.startsWith(url.replace('.webp', '')), headers['content-type'], format, `${width}x${height}`]).toEqual(
        [true, type, 'png', sizes],
      )
    }
    // what is outside of the circle may be cut off
    const { rawPayload } = await get(icons[2].src)
    expect([await pixel(rawPayload, 40, 256), await pixel(rawPayload, 256, 256)]).toEqual([
      [255, 255, 255],
      [17, 21, 28],
    ])
  })

  it('documents show it with its size, and have nothing of it otherwise', async () => {
    const before = await page()
    expect(before).not.toContain('/logos/')
    const { url } = await sent(await filled(640, 320, '#256af4').png().toBuffer())
    const document = await page()
    expect(document).toContain(`<img src="${url}" alt="" width="64" height="32"`)
    expect(document).toContain(`<link rel="icon" type="image/png" sizes="64x64" href="${logoCopy(url, 'tab')}">`)
    expect(document.match(/<link rel="icon"/g)).toHaveLength(1)
    const icon = await get('/favicon.ico')
    expect([icon.statusCode, icon.headers.location]).toEqual([302, logoCopy(url, 'tab')])
    const main = (await app.inject({ url: '/', headers: { accept: 'text/html' } })).body
    expect(main).toContain(`"logo":"${config.publicUrl}${logoCopy(url, 'large')}"`)
    await remove()
    expect(await page()).toBe(before)
    expect((await get('/favicon.ico')).headers.location).toBe('/build/favicon.svg')
  })
})

describe('the names of the school', () => {
  it('are in the header, and for messengers: the short one, the full one, or the site’s own', async () => {
    const set = (body: object) => call('PUT', '/api/settings/school', { token: curator.token, body })
    const shown = async () => {
      const { body } = await app.inject({ url: '/projects', headers: { accept: 'text/html' } })
      return [/<header.*?aria-label="([^"]*)"/s.exec(body)?.[1], /og:site_name" content="([^"]*)"/.exec(body)?.[1]]
    }
    expect(await shown()).toEqual(['Практика', 'Практика'])
    await set({ name: 'Школа № 7' })
    expect(await shown()).toEqual(['Школа № 7', 'Школа № 7'])
    await set({ short_name: 'Семёрка' })
    expect(await shown()).toEqual(['Семёрка', 'Семёрка'])
    expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Школа № 7', short_name: 'Семёрка' })
  })
})
