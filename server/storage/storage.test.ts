import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ERRORS, Upload } from '@tus/server'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { NotResponding } from '#server/config.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { testS3 } from '#server/testing/s3.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'praktika-storage-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const s3 = await testS3()

const config = { disk: { s3Url: null, dataDir }, S3: { s3Url: s3.url, dataDir } }
const newId = () => randomBytes(16).toString('hex')
const megabyte = 1_048_576

describe.each(['disk', 'S3'] as const)('the storage on %s', async (kind) => {
  const storage = await openStorage(config[kind])
  const bytesOf = async (key: string, range?: { start: number; end: number }) => {
    const stream = await storage.read(key, range)
    return stream && buffer(stream)
  }
  const keys = async () => {
    const found = []
    for await (const { key, modified } of storage.list()) {
      expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000)
      found.push(key)
    }
    return found
  }
  const begin = async (size: number) => {
    const id = newId()
    await storage.uploads.create(new Upload({ id, size, offset: 0, metadata: { filename: 'снимок.png', empty: null } }))
    return id
  }
  /** Sends a piece of an upload; after `cut` bytes the connection breaks. */
  const send = (id: string, bytes: Buffer, offset: number, cut?: number) => {
    const from = async function* () {
      const end = cut === undefined ? bytes.length : offset + cut
      for (let at = offset; at < end; at += 65_536) yield bytes.subarray(at, Math.min(end, at + 65_536))
      if (cut !== undefined) throw new Error('The connection broke.')
    }
    return storage.uploads.write(Readable.from(from()), id, offset)
  }
  const offsetOf = async (id: string) => (await storage.uploads.getUpload(id)).offset

  it('keeps, replaces and removes what is written', async () => {
    expect(await storage.size('avatars/a.webp')).toBeNull()
    expect(await storage.read('avatars/a.webp')).toBeNull()
    await storage.write('avatars/a.webp', Buffer.from('первое'))
    await storage.write('avatars/a.webp', Buffer.from('второе!'))
    expect(await storage.size('avatars/a.webp')).toBe(13)
    expect(String(await bytesOf('avatars/a.webp'))).toBe('второе!')
    expect(String(await bytesOf('avatars/a.webp', { start: 2, end: 5 }))).toBe('то')
    expect(await keys()).toEqual(['avatars/a.webp'])
    await storage.remove('avatars/a.webp')
    await storage.remove('avatars/a.webp')
    expect(await storage.read('avatars/a.webp')).toBeNull()
    expect(await keys()).toEqual([])
  })

  it('receives an upload in pieces of any length, and deletes it', async () => {
    const bytes = randomBytes(20 * megabyte + 321)
    const id = await begin(bytes.length)
    expect(await offsetOf(id)).toBe(0)
    for (const piece of [1, 100_000, 9 * megabyte, 0, 10 * megabyte + 7]) {
      const offset = await offsetOf(id)
      await expect(send(id, bytes, offset, piece)).rejects.toThrow('The connection broke.')
      expect(await offsetOf(id)).toBe(offset + piece)
    }
    const { offset, size, metadata } = await storage.uploads.getUpload(id)
    expect({ size, metadata }).toEqual({ size: bytes.length, metadata: { filename: 'снимок.png', empty: null } })
    expect(await send(id, bytes, offset)).toBe(bytes.length)
    expect(await offsetOf(id)).toBe(bytes.length)
    expect(await storage.size(id)).toBe(bytes.length)
    expect((await bytesOf(id))?.equals(bytes)).toBe(true)
    const end = await bytesOf(id, { start: 20 * megabyte, end: bytes.length - 1 })
    expect(end?.equals(bytes.subarray(20 * megabyte))).toBe(true)
    await storage.uploads.remove(id)
    await storage.uploads.remove(id)
    await expect(storage.uploads.getUpload(id)).rejects.toBe(ERRORS.FILE_NOT_FOUND)
    expect(await keys()).toEqual([])
  })

  it('accepts an empty upload', async () => {
    const id = await begin(0)
    expect(await offsetOf(id)).toBe(0)
    expect(await storage.size(id)).toBe(0)
    expect(await bytesOf(id)).toEqual(Buffer.alloc(0))
    await storage.uploads.remove(id)
  })

  it('deletes an upload that was never completed', async () => {
    const bytes = randomBytes(6 * megabyte)
    const id = await begin(bytes.length * 2)
    await send(id, bytes, 0)
    await storage.uploads.remove(id)
    expect(await keys()).toEqual([])
    expect(await storage.size(id)).toBeNull()
  })

  it('reads what another process has written', async () => {
    const bytes = randomBytes(5 * megabyte + 5)
    const id = await begin(bytes.length)
    await send(id, bytes.subarray(0, 70_000), 0)
    const other = await openStorage(config[kind])
    expect((await other.uploads.getUpload(id)).offset).toBe(70_000)
    await other.uploads.write(Readable.from([bytes.subarray(70_000)]), id, 70_000)
    expect((await bytesOf(id))?.equals(bytes)).toBe(true)
    await storage.uploads.remove(id)
  })
})

describe('the storage on disk', () => {
  it('says when its folder is gone', async () => {
    const gone = await mkdtemp(join(tmpdir(), 'praktika-storage-'))
    const storage = await openStorage({ s3Url: null, dataDir: gone })
    await storage.check()
    await rm(gone, { recursive: true })
    await expect(storage.check()).rejects.toThrow('ENOENT')
  })

  it('leaves no half-written file behind', async () => {
    const storage = await openStorage(config.disk)
    await storage.write('avatars', Buffer.from('a folder stood here')).catch(() => {})
    expect((await readdir(join(dataDir, 'files'))).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('the storage on S3', () => {
  const open = (s3Url: string) => openStorage({ s3Url, dataDir })

  it('says when its bucket is gone, rather than that there is no such file', async () => {
    const { s3Bucket } = await import('#server/storage/s3-bucket.ts')
    const { readS3Address } = await import('#server/storage/s3-address.ts')
    await (await open(s3.url)).check()
    const gone = s3Bucket({ ...readS3Address(s3.url), bucket: 'gone' })
    await expect(gone.check()).rejects.toBeInstanceOf(StorageFailure)
    await expect(gone.get('a')).rejects.toBeInstanceOf(StorageFailure)
    await expect(gone.size('a')).rejects.toBeInstanceOf(StorageFailure)
    await expect(gone.remove('a')).rejects.toBeInstanceOf(StorageFailure)
  })

  it('joins what a process left unjoined when it died', async () => {
    const { S3Uploads } = await import('#server/storage/s3-uploads.ts')
    const { s3Bucket } = await import('#server/storage/s3-bucket.ts')
    const { readS3Address } = await import('#server/storage/s3-address.ts')
    const bucket = s3Bucket(readS3Address(s3.url))
    const dying = new S3Uploads({ ...bucket, joinParts: () => Promise.reject(new Error('It died.')) })
    const bytes = randomBytes(6 * megabyte)
    const id = newId()
    await dying.create(new Upload({ id, size: bytes.length, offset: 0 }))
    await expect(dying.write(Readable.from([bytes]), id)).rejects.toThrow('It died.')
    expect(await bucket.size(id)).toBeNull()
    const storage = await open(s3.url)
    expect((await storage.uploads.getUpload(id)).offset).toBe(bytes.length)
    expect(await storage.size(id)).toBe(bytes.length)
  })

  it('does not treat an upload as complete when two processes wrote it side by side', async () => {
    const [one, two, looking] = [await open(s3.url), await open(s3.url), await open(s3.url)]
    const bytes = randomBytes(20 * megabyte)
    const part = (start: number, end: number) => bytes.subarray(start * megabyte, end * megabyte)
    const id = newId()
    await one.uploads.create(new Upload({ id, size: bytes.length, offset: 0 }))
    const reaches = (offset: number) =>
      expect.poll(async () => (await looking.uploads.getUpload(id)).offset).toBe(offset * megabyte)
    const [goOn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

    const first = async function* () {
      yield part(0, 8)
      await goOn.promise
      yield part(8, 18)
      throw new Error('The connection broke.')
    }
    const second = async function* () {
      yield part(8, 16)
      await end.promise
      yield part(16, 20)
    }
    const cut = expect(one.uploads.write(Readable.from(first()), id, 0)).rejects.toThrow('The connection broke.')
    await reaches(8)
    const whole = expect(two.uploads.write(Readable.from(second()), id, 8 * megabyte)).rejects.toBe(
      ERRORS.FILE_NO_LONGER_EXISTS,
    )
    await reaches(16)
    goOn.resolve()
    await cut
    end.resolve()
    await whole
  })

  describe('that has dropped the parts of an upload', () => {
    /** A bucket whose calls for parts get this error of S3. */
    const failing = async (code: string) => {
      const { s3Bucket } = await import('#server/storage/s3-bucket.ts')
      const { readS3Address } = await import('#server/storage/s3-address.ts')
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          response.writeHead(404, { 'content-type': 'application/xml' })
          response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Gone.</Message></Error>`)
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port } = server.address() as AddressInfo
      const { putPart } = s3Bucket(readS3Address(`http://a:b@127.0.0.1:${port}/school`))
      return { ...s3Bucket(readS3Address(s3.url)), putPart }
    }
    /** Uploads more than a part after a piece that was received before. */
    const resume = async (bucket: Awaited<ReturnType<typeof failing>>) => {
      const { S3Uploads } = await import('#server/storage/s3-uploads.ts')
      const uploads = new S3Uploads(bucket)
      const id = newId()
      await uploads.create(new Upload({ id, size: 20 * megabyte, offset: 0 }))
      await uploads.write(Readable.from([randomBytes(megabyte)]), id)
      return uploads.write(Readable.from([randomBytes(9 * megabyte)]), id)
    }

    it('says that the upload is gone, so that it begins from its first byte', async () => {
      await expect(resume(await failing('NoSuchUpload'))).rejects.toBe(ERRORS.FILE_NO_LONGER_EXISTS)
    })

    it('is unavailable when the bucket is gone, too: the upload is tried again later', async () => {
      await expect(resume(await failing('NoSuchBucket'))).rejects.toMatchObject({ reason: 'away' })
    })

    it('is unavailable to a file of this machine, which is stored as a whole', async () => {
      const { storeInParts } = await import('#server/storage/store-in-parts.ts')
      const path = join(dataDir, 'film')
      await writeFile(path, randomBytes(17 * megabyte))
      const storing = storeInParts(await failing('NoSuchUpload'))('film', path)
      await expect(storing).rejects.toMatchObject({ reason: 'away' })
    })
  })

  it('is created once when several processes open it at the same time', async () => {
    const url = s3.url.replace(/school$/, 'new-school')
    await Promise.all(Array.from({ length: 5 }, () => open(url)))
  })

  it('explains in Russian why it cannot be opened, without the secret', async () => {
    const wrongKey = s3.url.replace('S3RVER:S3RVER', 'Nobody:Secret1')
    await expect(open(wrongKey)).rejects.toThrow(/не пустило в корзину school .*403.* Проверьте ключи/)
    await expect(open(wrongKey)).rejects.not.toThrow(/Secret1/)
    await expect(open(wrongKey)).rejects.not.toThrow(NotResponding)
    const away = open('http://a:b@127.0.0.1:1/school')
    await expect(away).rejects.toThrow(/127.0.0.1:1 не отвечает/)
    await expect(away).rejects.toThrow(NotResponding)
    for (const url of ['https://s3.example/school', 'https://key:secret@s3.example', 'https://key@s3.example/school']) {
      await expect(open(url)).rejects.toThrow(/^Переменная S3_URL: должна быть вида/)
    }
  })

  it('responds while a hundred people watch films slowly', async () => {
    const storage = await open(s3.url)
    await storage.write('film', randomBytes(2 * megabyte))
    const watching = await Promise.all(Array.from({ length: 100 }, () => storage.read('film')))
    await storage.write('letter', Buffer.from('1'))
    expect(await storage.size('letter')).toBe(1)
    for (const film of watching) film?.destroy()
  })

  it('is unavailable while its server is, and recovers', async () => {
    const storage = await open(s3.url)
    await s3.stop()
    await expect(storage.read('a')).rejects.toMatchObject({ reason: 'away' })
    await s3.start()
    expect(await storage.read('a')).toBeNull()
  })
})

it.each(['written', 'uploaded'])('the name of a file that was %s survives a power cut', async (how) => {
  const storage = await openStorage(config.disk)
  const handle = await open(dataDir)
  const syncs = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  await handle.close()
  const bytes = Buffer.from('x')
  if (how === 'written') await storage.write('avatars/b.webp', bytes)
  else {
    const id = newId()
    await storage.uploads.create(new Upload({ id, size: bytes.length, offset: 0 }))
    await storage.uploads.write(Readable.from([bytes]), id, 0)
  }
  expect(syncs).toHaveBeenCalledOnce()
})
