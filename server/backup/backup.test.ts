import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { Decrypter, Encrypter } from 'age-encryption'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readArchive, writeArchive } from '#server/backup/archive.ts'
import { backUp } from '#server/backup/back-up.ts'
import {
  keepDailyBackup,
  keepDailyBackupAlone,
  listBackups,
  makeBackup,
  readLastFailure,
} from '#server/backup/daily-backup.ts'
import { type PassphraseKey, passphraseKey } from '#server/backup/passphrase.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { openDatabase } from '#server/db/database.ts'
import { checkBackups } from '#server/doctor/checks.ts'
import { projectFolder } from '#server/project-folder.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { digestRows, listRules } from '#server/testing/compare-databases.ts'
import { testDatabase } from '#server/testing/database.ts'
import { patienceMs } from '#server/testing/own-site.ts'
import { databaseAt } from '#server/testing/postgres.setup.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, url } = await testDatabase()

const folder = await mkdtemp(join(tmpdir(), 'backups-'))
const databases: string[] = []
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
afterAll(async () => {
  for (const name of databases) await admin(`drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const emptySite = async () => {
  count += 1
  const name = `restored_${process.pid}_${count}`
  databases.push(name)
  await admin(`create database ${name}`)
  const files = await openStorage(readConfig({ DATA_DIR: join(folder, name) }))
  return { url: databaseAt(url, name), files }
}

const { files: own } = await emptySite()
const [teacher, student] = await Promise.all([buildUser(db, { role: 'teacher' }), buildUser(db)])
await buildCourse(db, { name: 'Слеш \\ табуляция \t и\nперенос', teachers: [teacher.id], students: [student.id] })
// more than an entry of the archive has: the second row begins in one, and ends in the next
await db.execute(sql`
  insert into drafts (user_id, key, value, revision, saved_at)
  select ${student.id}, 'long:' || i, to_jsonb(repeat('абв ', 800000)), 1, now() from generate_series(1, 2) i`)
await own.write('avatars/a.webp', Buffer.from('small'))
await own.write('large', Buffer.alloc(9 * 2 ** 20, 'я'))
await own.write('empty', Buffer.alloc(0))

const bytesOf = async (files: typeof own, key: string) => {
  const bytes = await files.read(key)
  return bytes && Buffer.concat((await bytes.toArray()) as Buffer[])
}
const copy = async (key: PassphraseKey | null) => {
  count += 1
  const path = join(folder, `copy-${count}`)
  await backUp(path, { url, files: own, key })
  return path
}

/** A file whose storage goes away before its end. */
const cutOff = (size: number) =>
  Readable.from(
    (async function* () {
      yield Buffer.alloc(size - 1)
      throw new Error('The storage is gone.')
    })(),
    { objectMode: false },
  )

const passphrase = 'долгий пароль копии'
/** Derived in a moment: the usual factor has a test of its own. */
const quickLogN = 10
const encrypted = await copy(passphraseKey(passphrase, quickLogN))
const plain = await copy(null)

describe('the daily backup', () => {
  it('is made once a day, and the oldest ones go', async () => {
    const config = { backupDir: join(folder, 'daily'), backupKeep: 2, backupKey: null }
    const made: string[] = []
    const make = async (path: string) => {
      made.push(basename(path))
      await writeFile(path, '')
    }
    for (const at of ['2026-11-20T03:00', '2026-11-20T04:00', '2026-11-21T02:45', '2026-11-22T03:00'])
      await keepDailyBackup(config, new Date(`${at}:00Z`), make)
    expect(made).toEqual(['20', '21', '22'].map((day) => expect.stringContaining(`praktika-2026-11-${day}T`)))
    const [newest, ...older] = await listBackups(config.backupDir)
    expect(newest?.at).toBe('2026-11-22T03:00:00.000Z')
    expect(older).toHaveLength(1)
    await keepDailyBackup({ ...config, backupDir: null }, new Date(), make)
    expect(made).toHaveLength(3)
  })

  it('is made once by several processes that share the folder', async () => {
    const config = { ...readConfig({ BACKUP_DIR: join(folder, 'shared') }), backupKeep: 2 }
    const keep = () =>
      keepDailyBackupAlone({ config, url }, undefined, async (path) => {
        await writeFile(`${path}.part`, '', { flag: 'wx' })
        await new Promise((resolve) => setTimeout(resolve, 50))
        await rename(`${path}.part`, path)
      })
    await Promise.all([keep(), keep()])
    expect(await readdir(join(folder, 'shared'))).toHaveLength(1)
  })

  it('is made although the clock was wrong once, and a copy has a date that is to come', async () => {
    const config = { backupDir: join(folder, 'wrong-clock'), backupKeep: 1, backupKey: 'key' }
    const make = (path: string) => writeFile(path, '')
    const [wrong, ...days] = ['2027-11-20', '2026-11-20', '2026-11-21'].map((day) => new Date(`${day}T03:00:00Z`))
    await keepDailyBackup(config, wrong, make)
    const state = async (now = 0) => (await checkBackups(config, now)).map(({ state }) => state)
    expect(await state(days[0]?.getTime())).toEqual(['warning'])
    for (const day of days) await keepDailyBackup(config, day, make)
    expect((await readdir(config.backupDir)).sort()).toEqual([
      expect.stringContaining('2026-11-21'),
      expect.stringContaining('2027-11-20'),
    ])
    expect(await state(days[1]?.getTime())).toEqual(['fine'])
  })

  it('is noted when it fails, for curators and the doctor, until one succeeds', async () => {
    const config = { backupDir: join(folder, 'failing'), backupKeep: 2, backupKey: 'key' }
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
    const fails = () =>
      Promise.reject(
        Object.assign(new Error('Command failed'), { stderr: 'База данных не отвечает.\n    at backup\n' }),
      )
    await expect(keepDailyBackup(config, at(3), fails)).rejects.toThrow('Command failed')
    const check = () => checkBackups(config, at(5).getTime())
    expect(await check()).toEqual([
      {
        state: 'failure',
        text: 'Копия не получилась (2026-11-20 03:00 UTC): База данных не отвечает. Исправьте причину: сайт пробует снова каждый час.',
      },
    ])
    await keepDailyBackup(config, at(4), (path) => writeFile(path, ''))
    expect(await check()).toMatchObject([{ state: 'fine' }])
    expect(await readLastFailure(config.backupDir)).toBeNull()
    // a note that was cut off says nothing
    await writeFile(join(config.backupDir, 'last-failure.json'), '{"at":')
    expect(await check()).toMatchObject([{ state: 'fine' }])
  })

  it('is killed and noted as a failure when it has not ended in time, and gives its room back', async () => {
    const config = { backupDir: join(folder, 'hanging'), backupKeep: 2, backupKey: null }
    const makeTooLong = async (path: string) => {
      await writeFile(`${path}.part`, '')
      await makeBackup(path, 1)
    }
    const killed = { killed: true, signal: 'SIGKILL' }
    await expect(keepDailyBackup(config, new Date(), makeTooLong)).rejects.toMatchObject(killed)
    expect((await readLastFailure(config.backupDir))?.reason).toBe(
      'Копия не закончилась за 20 часов: не отвечает база данных или хранилище файлов.',
    )
    expect(await readdir(config.backupDir)).toEqual(['last-failure.json'])
  })

  it('deletes what killed processes have left half written', async () => {
    const config = { backupDir: join(folder, 'half'), backupKeep: 2, backupKey: null }
    await mkdir(config.backupDir)
    const half = ['19T03', '20T02'].map((day) => `praktika-2026-11-${day}-00-00Z.tar.gz.part`)
    for (const name of half) await writeFile(join(config.backupDir, name), '')
    await keepDailyBackup(config, new Date('2026-11-20T03:00:00Z'), (path) => writeFile(path, ''))
    expect(await readdir(config.backupDir)).toEqual([half[1], 'praktika-2026-11-20T03-00-00Z.tar.gz'])
  })

  it.skipIf(process.platform !== 'linux')('refuses a folder that cannot be made, in a sentence', async () => {
    const config = { backupDir: '/proc/copies/daily', backupKeep: 2, backupKey: 'key' }
    await expect(keepDailyBackup(config)).rejects.toThrow(/^Папку для копий \/proc\/copies\/daily не создать: такого/)
    await expect(backUp('/proc/copies/daily/copy', { url, files: own, key: null })).rejects.toThrow(/^Папку для копий/)
    expect(await checkBackups(config)).toEqual([
      { state: 'failure', text: expect.stringMatching(/^В папку копий \/proc\/copies\/daily не записать.*BACKUP_DIR/) },
    ])
  })
})

/** Many of these migrate an empty database by hundreds of statements, as a first start does. */
describe('a backup', { timeout: patienceMs }, () => {
  it.each([
    ['plain', null],
    ['encrypted', passphraseKey(passphrase)],
  ])('is restored as it was: %s', async (_, key) => {
    const path = key ? encrypted : plain
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const target = await emptySite()
    expect(await restoreBackup(path, { ...target, key })).toEqual({ files: 3 })
    const restored = openDatabase(target.url)
    expect(await digestRows(restored.db)).toEqual(await digestRows(db))
    expect(await listRules(restored.db)).toEqual(await listRules(db))
    for (const key of ['avatars/a.webp', 'large', 'empty'])
      expect((await bytesOf(target.files, key))?.equals((await bytesOf(own, key)) as Buffer)).toBe(true)
    // the next id is a new one
    const next = await buildCourse(restored.db)
    expect(next.id).toBeGreaterThan(1)
    await restored.pool.end()
  })

  it('is on the disk with its name before it counts as made', async () => {
    const handle = await open(folder)
    const syncs = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
    await handle.close()
    const flushes = vi.spyOn(fs, 'fsync')
    await copy(null)
    expect(flushes).toHaveBeenCalledOnce()
    // the folder
    expect(syncs).toHaveBeenCalledOnce()
  })

  it('holds no text in clear when it is encrypted, and is refused with another password', async () => {
    const path = encrypted
    expect((await readFile(path)).subarray(0, 18).toString()).toBe('age-encryption.org')
    const target = await emptySite()
    await expect(restoreBackup(path, { ...target, key: passphraseKey('другой пароль копии') })).rejects.toThrow(
      'не подошёл',
    )
    await expect(restoreBackup(path, { ...target, key: null })).rejects.toThrow('зашифрована')
  })

  it('is in the format of the age tool, which opens it', async () => {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const opened = await decrypter.decrypt(await readFile(encrypted))
    expect([...opened.subarray(0, 2)]).toEqual([0x1f, 0x8b])
  })

  it('is restored when the age tool has encrypted it', async () => {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(quickLogN)
    await writeFile(join(folder, 'by-age'), await encrypter.encrypt(await readFile(plain)))
    expect(
      await restoreBackup(join(folder, 'by-age'), { ...(await emptySite()), key: passphraseKey(passphrase) }),
    ).toEqual({ files: 3 })
  })

  it('costs some 256 MB of memory for each guess of its password', async () => {
    const fileKey = randomBytes(16)
    const key = passphraseKey(passphrase)
    const stanzas = await key.wrapFileKey(fileKey)
    expect(stanzas.map(({ args }) => args[2])).toEqual(['18'])
    expect(await key.unwrapFileKey(stanzas)).toEqual(fileKey)
  })

  const flipped = (bytes: Buffer) => {
    const damaged = Buffer.from(bytes)
    const middle = Math.floor(bytes.length / 2)
    damaged[middle] = (damaged[middle] ?? 0) ^ 0xff
    return damaged
  }
  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['no archive', () => Buffer.from('не архив')],
  ])('is refused whole when it is %s', async (_, breakUp) => {
    const target = await emptySite()
    const broken = `${plain}-broken`
    await writeFile(broken, breakUp(await readFile(plain)))
    await expect(restoreBackup(broken, { ...target, key: null })).rejects.toThrow(/повреждена/)
    expect(await bytesOf(target.files, 'large')).toBeNull()
  })

  it.each([
    ['is not there', join(folder, 'missing.tar.gz'), /missing\.tar\.gz не найден/],
    ['is a folder', folder, /не файл/],
  ])('is refused in one sentence when it %s', async (_, path, sentence) => {
    await expect(restoreBackup(path, { ...(await emptySite()), key: null })).rejects.toThrow(sentence)
  })

  it('leaves the folder empty when the command refuses it, so that the next try can begin there', async () => {
    const broken = `${plain}-broken`
    await writeFile(broken, flipped(await readFile(plain)))
    const dataDir = await mkdtemp(join(folder, 'disk-'))
    // as on a disk of its own
    await mkdir(join(dataDir, 'lost+found'))
    const { DATABASE_URL: _, ...env } = process.env
    const restoring = promisify(execFile)(process.execPath, ['server/backup/restore.ts', broken], {
      cwd: projectFolder,
      env: { ...env, DATA_DIR: dataDir },
    })
    await expect(restoring).rejects.toMatchObject({ stderr: expect.stringContaining('повреждена') })
    expect(await readdir(dataDir)).toEqual(['lost+found'])
  })

  it('fails with what has ended it, be it a full disk or a storage that goes away', async () => {
    const broken = (size: number) =>
      writeArchive(join(folder, `broken-${size}`), null, ({ addStream }) => addStream('files/a', size, cutOff(size)))
    await expect(broken(10)).rejects.toThrow('The storage is gone.')
    await expect(broken(300_000)).rejects.toThrow('The storage is gone.')
    const full = writeArchive(join(folder, 'no', 'folder'), null, async ({ addStream }) => {
      await addStream('files/a', 10, new Readable({ read: () => {} }))
    })
    await expect(full).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('waits for its storage where there is room, file by file', async () => {
    const temporaryFolder = join(folder, 'missing')
    const restoring = restoreBackup(plain, { ...(await emptySite()), key: null, temporaryFolder })
    await expect(restoring).rejects.toMatchObject({ code: 'ENOENT', path: expect.stringContaining(temporaryFolder) })
  })

  it('is refused at once in the place of a folder', async () => {
    await expect(backUp(folder, { url, files: own, key: null })).rejects.toThrow(/не файл\. Укажите файл/)
    await expect(stat(`${folder}.part`)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is refused where there is no site, and makes none', async () => {
    const path = join(folder, 'nothing')
    await expect(backUp(path, { ...(await emptySite()), key: null })).rejects.toThrow('ещё нет сайта')
    const dataDir = join(folder, 'misspelled')
    const { DATABASE_URL: _, ...env } = process.env
    const backingUp = promisify(execFile)(process.execPath, ['server/backup/backup.ts', path], {
      cwd: projectFolder,
      env: { ...env, DATA_DIR: dataDir },
    })
    await expect(backingUp).rejects.toMatchObject({ stderr: expect.stringMatching(/^В \S+ нет базы.+DATA_DIR\.\n$/) })
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is refused whole when it is damaged, goes into what refused that, and is refused by what is not empty', async () => {
    const target = await emptySite()
    const broken = `${plain}-broken`
    await writeFile(broken, flipped(await readFile(plain)))
    await expect(restoreBackup(broken, { ...target, key: null })).rejects.toThrow(/повреждена/)
    expect(await bytesOf(target.files, 'large')).toBeNull()
    await restoreBackup(plain, { ...target, key: null })
    await expect(restoreBackup(plain, { ...target, key: null })).rejects.toThrow('не пуста')
  })

  it('has the record of an upload whole, although a longer one takes its place meanwhile', async () => {
    const { files } = await emptySite()
    await files.write('upload.info', Buffer.from('{"parts":[]}'))
    const longer = '{"parts":[{"etag":"a","size":8388608}]}'
    const changing: typeof own = {
      ...files,
      size: async (key) => {
        const size = await files.size(key)
        await files.write(key, Buffer.from(longer))
        return size
      },
      read: async (key, range) => {
        await files.write(key, Buffer.from(longer))
        return files.read(key, range)
      },
    }
    count += 1
    const path = join(folder, `copy-${count}`)
    await backUp(path, { url, files: changing, key: null })
    const found: Record<string, string> = {}
    await readArchive(path, null, async (name, bytes) => {
      found[name] = Buffer.concat(await bytes.toArray()).toString()
    })
    expect(found['files/upload.info']).toBe(longer)
  })

  it('is of one moment while the site is in use', async () => {
    let running = true
    const busy = (async () => {
      for (let round = 1; running; round += 1) {
        const about = String(round)
        await db.transaction(async (tx) => {
          await tx.execute(sql`update users set about = ${about} where id = ${student.id}`)
          await tx.execute(sql`update users set about = ${about} where id = ${teacher.id}`)
        })
      }
    })()
    const path = await copy(null)
    running = false
    await busy
    const target = await emptySite()
    await restoreBackup(path, { ...target, key: null })
    const restored = openDatabase(target.url)
    const { rows } = await restored.db.execute<{ about: string }>(
      sql`select about from users where id in (${student.id}, ${teacher.id})`,
    )
    expect(rows[0]?.about).toBe(rows[1]?.about)
    await restored.pool.end()
  })
})
