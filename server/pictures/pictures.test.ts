import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileLink } from '#server/files/file-link.ts'
import { findFile } from '#server/files/files.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { pngChunk } from '#server/pictures/png-chunk.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const { app, deps, db, call, signedIn } = await testApp()
const person = await signedIn()
const uploads = uploader(call, person.token)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#256af4' } })

const place = {
  IFD0: { Make: 'Камера', Copyright: 'Anna' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '55/1 45/1 2089/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '37/1 37/1 228/100',
    GPSAltitude: '156/1',
  },
}
const xmp = (gps: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg" ${gps}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const attributes = 'exif:GPSLatitude="55,45.348N" exif:GPSLongitude=\'37,37.038E\'/>'
const elements = '><exif:GPSLatitude>55,45.348N</exif:GPSLatitude></rdf:Description>'

const send = async (bytes: Buffer, name = 'фото.jpg', type = 'image/jpeg') => {
  const sent = await uploads.send(bytes, { name, type })
  const row = sent.id ? ((await findFile(db, sent.id)) as FileRecord) : null
  return { ...sent, row }
}
const read = async (url: string) => {
  const { statusCode, rawPayload, headers } = await app.inject({ url })
  expect(statusCode).toBe(200)
  return { bytes: rawPayload, type: headers['content-type'] }
}
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('a picture', () => {
  it('is offered in widths below its own, as WebP, and in full size', async () => {
    const { row, file } = await send(await picture(1500, 1000).jpeg().toBuffer())
    expect(file).toMatchObject({ type: 'image/jpeg', image: { width: 1500, height: 1000 } })
    const thumbnail = await read(file.image.thumbnail_url)
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
    const w960 = await read(fileLink(row as FileRecord, 'w960'))
    expect(w960.type).toBe('image/webp')
    expect(await sharp(w960.bytes).metadata()).toMatchObject({ format: 'webp', width: 960, height: 640 })
    // nothing is enlarged: the picture itself is used
    const w1920 = await read(fileLink(row as FileRecord, 'w1920'))
    expect([w1920.type, (await sharp(w1920.bytes).metadata()).width]).toEqual(['image/jpeg', 1500])
  })

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
  ] as const)('can be %s, and keeps the uploaded bytes', async (format, type) => {
    const bytes = await picture(400, 300).toFormat(format).toBuffer()
    const { file } = await send(bytes, `a.${format}`, type)
    expect(file).toMatchObject({ type, size: bytes.length, image: { width: 400, height: 300 } })
    expect(sha256((await read(file.url)).bytes)).toBe(sha256(bytes))
    expect((await sharp((await read(file.image.thumbnail_url)).bytes).metadata()).width).toBe(320)
  })

  it('is rotated in its copies as its camera recorded', async () => {
    const half = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const sideways = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { file } = await send(sideways)
    expect(file.image).toMatchObject({ width: 400, height: 600 })
    const thumbnail = (await read(file.image.thumbnail_url)).bytes
    const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true })
    const red = (y: number) => (data[(y * info.width + 100) * info.channels] as number) > 128
    expect([info.width, info.height, red(20), red(460)]).toEqual([320, 480, true, false])
  })

  it('with animation keeps it, and has a still thumbnail', async () => {
    const other = sharp({ create: { width: 1000, height: 400, channels: 3, background: '#ff0000' } })
    const frames = [await picture(1000, 400).png().toBuffer(), await other.png().toBuffer()]
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { row, file } = await send(moving, 'a.gif', 'image/gif')
    expect(file.image).toMatchObject({ width: 1000, height: 400 })
    expect((await sharp((await read(file.image.thumbnail_url)).bytes).metadata()).pages).toBeUndefined()
    expect((await read(fileLink(row as FileRecord, 'w960'))).bytes.equals(moving)).toBe(true)
  })

  it('that is truncated is shown as far as it goes; one that is no picture at all is a file', async () => {
    const whole = await picture(800, 600).jpeg().toBuffer()
    expect((await send(whole.subarray(0, whole.length / 2))).file.image).toMatchObject({ width: 800, height: 600 })
    const { file } = await send(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.png', 'image/png')
    expect(file.image).toBeUndefined()
  })

  it('may be very tall', async () => {
    const { file } = await send(await picture(330, 20_000).jpeg().toBuffer())
    expect(file.image).toMatchObject({ width: 330, height: 20_000 })
    // in its full width it would be higher than a WebP can be
    const { height } = await sharp((await read(file.image.thumbnail_url)).bytes).metadata()
    expect(height).toBe(16_383)
  })
})

describe('the place where a photograph was taken', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is removed from a %s', async (format) => {
    const bytes = await picture(1000, 500).toFormat(format).withExif(place).toBuffer()
    expect((await sharp(bytes).metadata()).exif?.includes(Buffer.from('0100020002000000', 'hex'))).toBe(true)
    const { row, file } = await send(bytes, `a.${format}`, `image/${format}`)
    expect(file.size).toBe(bytes.length)
    const kept = (await read(file.url)).bytes
    expect(sha256(kept)).not.toBe(sha256(bytes))
    expect((await pixels(kept)).equals(await pixels(bytes))).toBe(true)
    const exif = (await sharp(kept).metadata()).exif as Buffer
    // 55° 45′ 20.89″ as three fractions
    for (const numbers of [
      [55, 1, 45, 1, 2089, 100],
      [37, 1, 37, 1, 228, 100],
    ]) {
      const written = Buffer.from(Uint32Array.from(numbers).buffer)
      expect([bytes.includes(written), kept.includes(written)]).toEqual([true, false])
    }
    expect(exif.includes('Anna')).toBe(true)
    for (const variant of ['thumbnail', 'w960'] as const) {
      const copy = await sharp((await read(fileLink(row as FileRecord, variant))).bytes).metadata()
      expect([copy.exif, copy.xmp]).toEqual([undefined, undefined])
    }
  })

  it.each([attributes, elements])('is removed from its XMP, too: %s', async (gps) => {
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const bytes = await picture(40, 30).toFormat(format).withXmp(xmp(gps)).toBuffer()
      const { file } = await send(bytes, `a.${format}`, `image/${format}`)
      const kept = (await read(file.url)).bytes
      expect((await sharp(bytes).metadata()).xmp?.includes('55,45.348N')).toBe(true)
      const left = (await sharp(kept).metadata()).xmp
      expect([left?.includes('55,45.348N'), left?.includes('37,37.038E')]).not.toContain(true)
      expect((await pixels(kept)).equals(await pixels(bytes))).toBe(true)
      // compressed text is removed as a whole
      if (format !== 'png') expect(left?.includes('dc:format="image/jpeg"')).toBe(true)
    }
  })

  it('is removed from the profiles that ImageMagick writes into a PNG', async () => {
    const exif = (await sharp(await picture(8, 8).jpeg().withExif(place).toBuffer()).metadata()).exif as Buffer
    const profile = `\nexif\n${String(exif.length).padStart(8)}\n${exif.toString('hex').replace(/.{72}/g, '$&\n')}\n`
    const name = 'Raw profile type exif\0'
    const plain = await picture(40, 30).png().toBuffer()
    for (const text of [
      pngChunk('tEXt', Buffer.from(name + profile, 'latin1')),
      pngChunk('zTXt', Buffer.concat([Buffer.from(`${name}\0`), deflateSync(profile)])),
      pngChunk('iTXt', Buffer.concat([Buffer.from(`${name}\u0001\0ru\0\0`), deflateSync(profile)])),
    ]) {
      const bytes = Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)])
      const kept = (await read((await send(bytes, 'a.png', 'image/png')).file.url)).bytes
      expect(kept.includes('Raw profile')).toBe(false)
      expect((await pixels(kept)).equals(await pixels(plain))).toBe(true)
    }
  })

  it('leaves every chunk of a PNG with a right checksum, even where it was wrong', async () => {
    const bytes = await picture(40, 30).png().withExif(place).toBuffer()
    const kept = (await read((await send(bytes, 'a.png', 'image/png')).file.url)).bytes
    for (let at = 8; at < kept.length; ) {
      const length = kept.readUInt32BE(at)
      expect(kept.readUInt32BE(at + 8 + length)).toBe(crc32(kept.subarray(at + 4, at + 8 + length)))
      at += 12 + length
    }
  })

  it('is the only reason to change a picture', async () => {
    const bytes = await picture(40, 30).jpeg().withExif({ IFD0: place.IFD0 }).toBuffer()
    expect(sha256((await read((await send(bytes)).file.url)).bytes)).toBe(sha256(bytes))
  })
})

describe('a picture that claims to be huge', () => {
  const png = (width: number, height: number) => {
    const size = Buffer.alloc(13)
    size.writeUInt32BE(width, 0)
    size.writeUInt32BE(height, 4)
    size.set([1, 0, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', size),
      pngChunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  }

  it('is refused without being decoded, and nothing of it is left', async () => {
    const before = process.memoryUsage().rss
    const began = performance.now()
    const { id, last, row } = await send(png(60_000, 60_000), 'a.png', 'image/png')
    expect([last.status, last.body.errors.file]).toEqual([422, [expect.stringMatching(/больше 100 мегапикселей/)]])
    expect(row).toBeNull()
    expect(await deps.files.size(id)).toBeNull()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576)
  })

  it('is refused sooner where its pixels take more memory', async () => {
    const avif = await picture(100, 100).avif({ effort: 0 }).toBuffer()
    const size = avif.indexOf('ispe') + 'ispe'.length + 4
    avif.writeUInt32BE(5001, size)
    avif.writeUInt32BE(5000, size + 4)
    const { last, row } = await send(avif, 'a.avif', 'image/avif')
    expect([last.status, last.body.errors.file]).toEqual([422, [expect.stringMatching(/больше 25 мегапикселей/)]])
    expect(row).toBeNull()
  })

  it('is accepted as long as it can be shown', async () => {
    expect((await send(png(9000, 8800), 'a.png', 'image/png')).file.image).toMatchObject({ width: 9000, height: 8800 })
  })
})
