import { readdir, readFile, readlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { exportLimit } from '#contract/privacy/privacy.schema.ts'
import { throttleHits } from '#server/auth/auth.table.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { archiveNames } from '#server/privacy/archive-names.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countWaiting, hold } from '#server/testing/locks.ts'
import { readZip } from '#server/testing/read-zip.ts'
import { buildChild, demoPassword, signInAs } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { app, config, db, deps, call, signedIn, runEffects, outbox } = await testApp()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Signed = Awaited<ReturnType<typeof signedIn>>

const ask = (who: Signed, whom: Signed = who, password = demoPassword) =>
  call('POST', `/api/users/${whom.id}/erasure`, { token: who.token, body: { password } })
const keep = (who: Signed, whom: Signed = who) => call('DELETE', `/api/users/${whom.id}/erasure`, { token: who.token })
const rowOf = async ({ id }: Signed) => (await db.select().from(users).where(eq(users.id, id)))[0]
const download = (who: Signed, whom: Signed = who) =>
  app.inject({
    method: 'GET',
    url: `/api/users/${whom.id}/export`,
    headers: { authorization: `Bearer ${who.token}` },
  })
/** Moves the date of erasing to now. */
const passTime = async ({ id }: Signed) => {
  await db.execute(
    sql`update effects set visible_at = now() where kind = 'account-erased' and payload->>'user_id' = ${String(id)}`,
  )
  await runEffects()
}
const letters = async () => {
  const names = await readdir(outbox)
  return Promise.all(names.sort().map((name) => readFile(join(outbox, name), 'utf8')))
}

describe('asking to be erased', () => {
  test('sets the date 14 days ahead, ends the other sessions and sends a letter', async () => {
    const person = await signedIn()
    const elsewhere = await signInAs(db, person.user)
    const { status, body } = await ask(person)
    expect(status).toBe(200)
    expect(Math.abs(Date.parse(body.erase_at) - Date.now() - 14 * dayMs)).toBeLessThan(60_000)
    expect((await call('GET', '/api/auth/user', { token: person.token })).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { token: elsewhere })).status).toBe(401)
    await runEffects()
    expect((await letters()).filter((letter) => letter.includes(`To: ${person.user.email}`))).toHaveLength(1)
    // again: the first date is kept, and no second letter is sent
    expect((await ask(person)).body.erase_at).toBe(body.erase_at)
    await runEffects()
    expect((await letters()).filter((letter) => letter.includes(`To: ${person.user.email}`))).toHaveLength(1)
  })

  test('hides the profile from everybody but its owner and curators', async () => {
    const [person, other, curator] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'curator' })])
    await ask(person)
    const path = `/api/users/${person.id}`
    const statuses = await Promise.all(
      [undefined, other.token, curator.token, person.token].map(
        async (token) => (await call('GET', path, token ? { token } : {})).status,
      ),
    )
    expect(statuses).toEqual([404, 404, 200, 200])
    const { body } = await call('GET', path, { token: person.token })
    expect(body.user.erase_at).toBe((await rowOf(person))?.erase_at)
    expect((await call('GET', '/api/auth/user', { token: person.token })).body.user.erase_at).toBe(body.user.erase_at)
  })

  test('needs the password of the person who asks, with a limit to guessing', async () => {
    const person = await signedIn()
    const wrong = await ask(person, person, 'не тот')
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.password).toHaveLength(1)
    expect((await call('POST', `/api/users/${person.id}/erasure`, { token: person.token, body: {} })).status).toBe(422)
    for (let guess = 0; guess < 9; guess += 1) await ask(person, person, 'не тот')
    expect((await ask(person)).status).toBe(429)
    expect((await rowOf(person))?.erase_at).toBeNull()
  })

  test('is possible for curators at a written request, and is recorded', async () => {
    const [person, other, curator] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'curator' })])
    expect((await ask(other, person)).status).toBe(403)
    expect((await ask(curator, person)).status).toBe(200)
    // the person is signed out everywhere, and may sign in again
    expect((await call('GET', '/api/auth/user', { token: person.token })).status).toBe(401)
    const { body } = await call('GET', '/api/erasures', { token: curator.token })
    expect(body.erasures[0]).toMatchObject({
      user: { id: person.id },
      asked_by: { id: curator.id },
      cancelled_at: null,
      erased_at: null,
    })
  })

  test('is refused to the last remaining curator', async () => {
    await db.update(users).set({ active: false }).where(eq(users.role, 'curator'))
    const [one, two] = await Promise.all([signedIn({ role: 'curator' }), signedIn({ role: 'curator' })])
    expect((await ask(one)).status).toBe(200)
    const refused = await ask(two)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('дайте все права')])
    // nor may the remaining one be deactivated or get another role
    const asTwo = { token: two.token }
    expect((await call('PUT', `/api/users/${two.id}`, { ...asTwo, body: { role: 'teacher' } })).status).toBe(409)
    expect((await call('DELETE', `/api/users/${two.id}`, asTwo)).status).toBe(409)
  })

  test('is refused to one of two curators who ask at the same moment', async () => {
    for (let time = 0; time < 4; time += 1) {
      await db.update(users).set({ active: false }).where(eq(users.role, 'curator'))
      const curators = await Promise.all([signedIn({ role: 'curator' }), signedIn({ role: 'curator' })])
      const responses = await Promise.all(curators.map((curator) => ask(curator)))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})

describe('cancelling', () => {
  test('keeps the account, whenever the effect is carried out', async () => {
    const person = await signedIn()
    await ask(person)
    const token = await signInAs(db, person.user)
    expect((await keep({ ...person, token })).status).toBe(204)
    expect(await rowOf(person)).toMatchObject({ erase_at: null, erased_at: null })
    await passTime(person)
    expect((await rowOf(person))?.name).toBe(person.user.name)
    expect((await keep(person)).status).toBe(409)
    // a late worker that still has the old request finds that its date is no longer valid
    const first = (await ask(person)).body.erase_at
    await db
      .update(users)
      .set({ erase_at: new Date(Date.now() + 20 * dayMs).toISOString() })
      .where(eq(users.id, person.id))
    await passTime(person)
    expect([first === null, (await rowOf(person))?.erased_at]).toEqual([false, null])
  })

  test('is too late once the account is erased', async () => {
    const [person, curator] = await Promise.all([signedIn(), signedIn({ role: 'curator' })])
    await ask(person)
    await passTime(person)
    expect((await rowOf(person))?.erased_at).not.toBeNull()
    expect((await keep(curator, person)).status).toBe(404)
    expect((await ask(curator, person)).status).toBe(404)
  })
})

describe('erasing', () => {
  test('includes what is written by calls that were under way', async () => {
    const person = await signedIn()
    await ask(person)
    await runEffects()
    const letGo = await hold(db, sql`select 1 from users where id = ${person.id} for update`)
    const waiting = () => countWaiting(db)
    const erasing = passTime(person)
    await expect.poll(waiting).toBe(1)
    const late = call('PUT', `/api/users/${person.id}`, {
      token: person.token,
      body: { name: 'Тайна', about: 'Личное' },
    })
    await expect.poll(waiting).toBe(2)
    await letGo()
    // the change waits for the row, and finds that it is erased
    expect((await Promise.all([erasing, late]))[1].status).toBe(404)
    const erased = await rowOf(person)
    expect([erased?.name, erased?.about, erased?.erased_at]).toEqual(['Удалённый', '', expect.any(String)])
    await db.execute(sql`update users set name = 'Тайна', about = 'Личное' where id = ${person.id}`)
    await passTime(person)
    expect(await rowOf(person)).toMatchObject({ name: 'Удалённый', about: '', erased_at: erased?.erased_at })
  })

  test('cannot be prevented by an account under the address that the row will have', async () => {
    const person = await signedIn()
    await signedIn({ email: `erased-${person.id}@erased.invalid` })
    await ask(person)
    await passTime(person)
    expect((await rowOf(person))?.erased_at).not.toBeNull()
  })

  test('does not turn a report about a deleted comment into one about its project', async () => {
    const [author, writer, curator] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'curator' })])
    const project = await buildProject(db, {
      authors: [author.id],
      comments: [{ user_id: writer.id, text: 'Плохо!' }],
    })
    const { comments } = (await call('GET', `/api/projects/${project.id}`)).body.project
    const report = { reason: 'rude', comment_id: comments[0].id }
    await call('POST', `/api/projects/${project.id}/reports`, { token: author.token, body: report })
    await ask(writer)
    await passTime(writer)
    const open = async (state: string) =>
      (await call('GET', `/api/projects/reports?state=${state}`, { token: curator.token })).body.reports
    expect(await open('open')).toEqual([])
    expect(await open('done')).toMatchObject([{ resolution: 'removed', appeal: false }])
  })
})

describe('the archive', () => {
  test('has nothing of a child whose parent has the address, as that is unconfirmed', async () => {
    const child = { name: 'Костя', surname: 'Ёлкин', email: 'kostya@home.example', birth_date: '2017-05-05' }
    const parent_email = 'parent@home.example'
    const form = { ...child, parent_email, password: 'parol-kosti' }
    expect((await call('POST', '/api/auth/register-child', { body: form })).status).toBe(200)
    const stranger = await signedIn({ email: parent_email })
    expect(readZip((await download(stranger)).rawPayload)['data.json']).not.toMatch(/Костя|kostya|2017-05-05/)
  })

  test('contains for somebody who is only asked to be a co-author no more of a project than its page', async () => {
    const [author, asked] = await Promise.all([signedIn(), signedIn()])
    const secrets = { hidden_reason: 'Чужие снимки', link_key: 'a-key-nobody-guesses' }
    const parts = { authors: [author.id], asked: [asked.id], status: 'hidden' as const, ...secrets }
    const { id } = await buildProject(db, parts)
    const projectsOf = async (who: Signed) =>
      JSON.parse(readZip((await download(who)).rawPayload)['data.json'] as string).projects
    expect(await projectsOf(author)).toMatchObject([secrets])
    expect(await projectsOf(asked)).toMatchObject([{ hidden_reason: null, link_key: null }])
    const path = `/api/users/${author.id}/erasure`
    await call('POST', path, { token: author.token, body: { password: demoPassword } })
    expect(await projectsOf(asked)).toEqual([])
    await call('DELETE', path, { token: author.token })
    expect(await projectsOf(asked)).toHaveLength(1)
    await call('DELETE', `/api/projects/${id}`, { token: author.token })
    expect(await projectsOf(asked)).toEqual([])
    expect(await projectsOf(author)).toMatchObject([{ deleted_at: expect.any(String) }])
  })

  test('has the counted guesses at the password of the person, and of nobody whose login is their id', async () => {
    const person = await signedIn()
    const namesake = await buildChild(db, { login: String(person.id) })
    const attemptsOf = async (who: Signed) =>
      JSON.parse(readZip((await download(who)).rawPayload)['data.json'] as string).failed_attempts.map(
        ({ key }: { key: string }) => key,
      )
    const theirs = `wrong-password:203.0.113.5:account:${namesake.login}`
    await db.insert(throttleHits).values(
      [theirs, `wrong-code:account:${person.id}`, `lti-token:${person.id}`].map((key) => ({
        key,
        at: new Date().toISOString(),
      })),
    )
    const token = await signInAs(db, namesake)
    expect(await attemptsOf(person)).toEqual([`wrong-code:account:${person.id}`, `export:account:${person.id}`])
    expect(await attemptsOf({ ...person, id: namesake.id, token })).toEqual([theirs, `export:account:${namesake.id}`])
    await ask(person)
    await passTime(person)
    const { rows } = await db.execute(sql`select key from throttle_hits where key = ${theirs}`)
    expect(rows).toHaveLength(1)
  })

  test('belongs to the person alone', async () => {
    const [person, curator] = await Promise.all([signedIn(), signedIn({ role: 'curator' })])
    expect((await download(curator, person)).statusCode).toBe(403)
    expect((await app.inject({ method: 'GET', url: `/api/users/${person.id}/export` })).statusCode).toBe(401)
  })

  test('leaves out files whose bytes are gone', async () => {
    const person = await signedIn()
    const [gone, kept] = [
      await buildFile(db, deps.files, { user_id: person.id, name: 'Нет.txt' }),
      await buildFile(db, deps.files, { user_id: person.id, name: 'Есть.txt', bytes: Buffer.from('тут') }),
    ]
    await deps.files.uploads.remove(gone.id)
    const archive = readZip((await download(person)).rawPayload)
    expect(archive['files/Есть.txt']).toBe('тут')
    const { files } = JSON.parse(archive['data.json'] as string)
    expect(Object.fromEntries(files.map(({ id, path }: { id: string; path: string }) => [id, path]))).toEqual({
      [gone.id]: null,
      [kept.id]: 'files/Есть.txt',
    })
  })

  test('is named by the day in Moscow', async () => {
    const person = await signedIn()
    const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${new Date().toISOString().slice(0, 10)}T22:30:00Z`) })
      const { headers } = await download(person)
      expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`Мои данные ${tomorrow}.zip`)
    } finally {
      vi.useRealTimers()
    }
  })

  test('can be made a few times an hour', async () => {
    const person = await signedIn()
    for (let time = 0; time < exportLimit.count; time += 1) expect((await download(person)).statusCode).toBe(200)
    const refused = await download(person)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('holds little of large files in memory', async () => {
    const person = await signedIn()
    const size = 24 * 1_048_576
    const bytes = Buffer.alloc(size, 7)
    for (const name of ['Один.bin', 'Два.bin', 'Три.bin'])
      await buildFile(db, deps.files, { user_id: person.id, name, bytes })
    collectGarbage()
    const start = process.memoryUsage().arrayBuffers
    const response = await app.inject({
      method: 'GET',
      url: `/api/users/${person.id}/export`,
      headers: { authorization: `Bearer ${person.token}` },
      payloadAsStream: true,
    })
    let [read, max] = [0, 0]
    for await (const chunk of response.stream()) {
      const before = read
      read += (chunk as Buffer).length
      // now and then, so that garbage does not count as memory in use
      if (Math.floor(read / 4_194_304) === Math.floor(before / 4_194_304)) continue
      collectGarbage()
      max = Math.max(max, process.memoryUsage().arrayBuffers - start)
    }
    expect(read).toBe(Number(response.headers['content-length']))
    expect(read).toBeGreaterThan(3 * size)
    expect(max).toBeLessThan(size / 2)
  })

  test.runIf(process.platform === 'linux')('leaves no file open when the reader hangs up', async () => {
    const person = await signedIn()
    await buildFile(db, deps.files, { user_id: person.id, bytes: Buffer.alloc(20 * 1_048_576, 7) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await fetch(`http://127.0.0.1:${port}/api/users/${person.id}/export`, { headers })
    const reader = (response.body as ReadableStream).getReader()
    await reader.read()
    const folder = join(config.dataDir, 'files')
    const openFiles = async () => {
      const links = await readdir('/proc/self/fd')
      const paths = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
      return paths.filter((path) => path.startsWith(folder))
    }
    await expect.poll(openFiles).toHaveLength(1)
    await reader.cancel()
    await expect.poll(openFiles).toEqual([])
  })

  test('has unique names that every computer can unpack', () => {
    const nameOf = archiveNames()
    expect(
      ['отчёт.pdf', 'Отчёт.PDF', 'a/b:c?.txt', 'CON.txt', 'точки...', `${'я'.repeat(300)}.docx`].map(nameOf),
    ).toEqual(['отчёт.pdf', 'Отчёт (2).PDF', 'a_b_c_.txt', '_CON.txt', 'точки', `${'я'.repeat(100)}.docx`])
  })
})
