import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildFile } from '#server/files/files.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { files } from '#server/files/files.table.ts'
import { hashOf, hashOldFiles } from '#server/files/hash-files.ts'
import { testApp } from '#server/testing/app.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const { db, deps, call, signedIn } = await testApp()
const { user, token } = await signedIn()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it('is computed for every file when its upload ends, and shown', async () => {
  const bytes = randomBytes(700_000)
  const { file } = await uploader(call, token).send(bytes)
  expect(file.sha256).toBe(sha256(bytes))
  const nothing = await uploader(call, token).send(Buffer.alloc(0))
  expect(nothing.file.sha256).toBe(sha256(Buffer.alloc(0)))
})

it('is computed for files from before hashes were kept; unreadable ones are skipped', async () => {
  const texts = Array.from({ length: 45 }, (_, index) => Buffer.from(`Текст ${index}`))
  const built = []
  for (const bytes of texts) built.push(await buildFile(db, deps.files, { user_id: user.id, bytes }))
  expect(built.map((file) => file.sha256)).toEqual(texts.map(sha256))
  await db.update(files).set({ sha256: null })
  const lost = await addFile(db, user.id)
  const broken = await addFile(db, user.id)
  const errors: unknown[] = []
  const storage = {
    ...deps.files,
    read: async (key: string) =>
      key === broken.id
        ? new Readable({
            read() {
              this.destroy(new Error('away'))
            },
          })
        : deps.files.read(key),
  }
  const { signal } = new AbortController()
  await hashOldFiles({ db, files: storage, onError: (error) => errors.push(error), signal })
  const missing = await db.select({ id: files.id }).from(files).where(isNull(files.sha256))
  expect(missing.map(({ id }) => id).sort()).toEqual([lost.id, broken.id].sort())
  expect(errors).toHaveLength(1)
  const [first] = await db
    .select()
    .from(files)
    .where(eq(files.id, built[0]?.id as string))
  expect(first?.sha256).toBe(sha256(texts[0] as Buffer))
})

it('is null for a missing file, and stops when aborted', async () => {
  expect(await hashOf(deps.files, 'ab'.repeat(16))).toBeNull()
  await db.update(files).set({ sha256: null })
  await hashOldFiles({ db, files: deps.files, onError: () => {}, signal: AbortSignal.abort() })
  expect(await db.select().from(files).where(isNull(files.sha256))).not.toEqual([])
})
