import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { deleteExpired } from '#server/auth/auth.repo.ts'
import { childRegistrations } from '#server/auth/auth.table.ts'
import { readConfig } from '#server/config.ts'
import { consents } from '#server/consents/consents.table.ts'
import { runDueEffects } from '#server/effects/effects.ts'
import { effectHandlers } from '#server/effects/handlers.ts'
import { hashToken } from '#server/http/session.ts'
import { forgetOldLetters } from '#server/mail/forget-letters.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { readLetters } from '#server/testing/letters.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, deps, call, runEffects, outbox, config } = await testApp()

let children = 0
const bornYearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const form = (changes: object = {}) => {
  children += 1
  return {
    name: 'Костя',
    surname: 'Ёлкин',
    email: `child-${children}@school.example`,
    password: 'пароль Кости',
    birth_date: bornYearsAgo(11),
    parent_email: `parent-${children}@home.example`,
    ...changes,
  }
}
type Form = ReturnType<typeof form>
const register = (body: Form, headers = {}) => call('POST', '/api/auth/register-child', { body, headers })
const lettersTo = async (email: string) => {
  await runEffects()
  return (await readLetters(outbox)).filter(({ to }) => to === email)
}
const tokenOf = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token') as string
const askParent = async (child: Form) => {
  expect((await register(child)).status).toBe(200)
  return tokenOf((await lettersTo(child.parent_email)).at(-1)?.text ?? '')
}
const check = (token: string) => call('GET', `/api/auth/parent-consent?token=${token}`)
const agree = (token: string, name = 'Анна Ёлкина') =>
  call('POST', '/api/auth/parent-consent', { body: { token, name } })
const decline = (token: string) => call('DELETE', `/api/auth/parent-consent?token=${token}`)
const login = ({ email, password }: Form) => call('POST', '/api/auth/login', { body: { email, password } })
const waiting = (email: string) => db.select().from(childRegistrations).where(sql`email = ${email}`)

describe('a child registers', () => {
  it('and a parent gets a letter before there is an account', async () => {
    const child = form({ email: 'Kostya@School.example' })
    const { status, body } = await register(child)
    expect([status, body]).toEqual([200, { parent_email: child.parent_email }])
    const [letter, ...more] = await lettersTo(child.parent_email)
    expect(more).toEqual([])
    expect(letter?.text).toContain('Ребёнок: Костя Ёлкин')
    expect(letter?.text).toContain(`${config.publicUrl}/documents/parent-consent?token=`)
    const waits = await login(child)
    expect([waits.status, waits.body.type]).toEqual([401, 'urn:praktika:problem:parent-awaited'])
    expect(waits.body.detail).toContain(`письмо со ссылкой отправлено на ${child.parent_email}`)
    const guessed = await login({ ...child, password: 'другой пароль' })
    expect([guessed.status, guessed.body.type]).toEqual([401, 'urn:praktika:problem:wrong-credentials'])
  })

  it('again with the same password, and the letter to the former parent leads nowhere', async () => {
    const mistaken = form()
    const wrong = await askParent(mistaken)
    const right = await askParent({ ...mistaken, parent_email: `right-${mistaken.parent_email}` })
    // somebody else who names the address of the child ends nothing
    await askParent(form({ email: mistaken.email, password: 'чужой пароль' }))
    expect((await agree(wrong)).status).toBe(422)
    expect((await agree(right)).status).toBe(200)
  })

  it('can have the letter sent again with their password, a few times an hour', async () => {
    const child = form()
    const first = await askParent(child)
    const again = ({ email, password }: Form) => call('POST', '/api/auth/parent-letter', { body: { email, password } })
    expect((await again({ ...child, password: 'другой пароль' })).status).toBe(401)
    expect((await again(form())).status).toBe(401)
    const { status, body } = await again(child)
    expect([status, body]).toEqual([200, { parent_email: child.parent_email }])
    const letters = await lettersTo(child.parent_email)
    expect(letters).toHaveLength(2)
    expect((await check(first)).status).toBe(422)
    expect((await check(tokenOf(letters[1]?.text ?? ''))).status).toBe(200)
    for (let i = 0; i < 3; i += 1) expect((await again(child)).status).toBe(200)
    expect((await again(child)).status).toBe(429)
    await runEffects()
  })

  it('sends the letter through a real mail server, too', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        stream.resume()
        stream.on('end', () => {
          received.push(...envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.server.address()
    const smtp = readConfig({ SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })
    const child = form()
    await register(child)
    const failures: unknown[] = []
    await runDueEffects(db, effectHandlers(smtp, createMailer(smtp), deps.files), (error) => failures.push(error))
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect([failures, received]).toEqual([[], [child.parent_email]])
  })

  it('gets the same response and the same letters whether or not the address has an account', async () => {
    const known = form({ email: (await buildUser(db)).email })
    const unknown = form()
    const responses = [await register(known), await register(unknown)]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const letters = [await lettersTo(known.parent_email), await lettersTo(unknown.parent_email)]
    expect(letters.map(({ length }) => length)).toEqual([1, 1])
    const tokens = letters.map(([letter]) => tokenOf(letter?.text ?? ''))
    const agreed = [await agree(tokens[0] as string), await agree(tokens[1] as string)]
    expect(agreed.map(({ status, body }) => [status, body])).toEqual(
      agreed.map(() => [200, { name: 'Костя', next: 'sign-in' }]),
    )
    // the existing account is unchanged, and its owner is notified
    expect((await login(known)).status).toBe(401)
    expect((await lettersTo(known.email)).at(-1)?.text).toContain('У вас уже есть учётная запись')
    expect((await lettersTo(known.email)).at(-1)?.text).not.toContain('Костя')
  })

  it('is refused when old enough, without a separate parent address, or with invalid fields', async () => {
    const fields = async (changes: object) => Object.keys((await register(form(changes))).body.errors ?? {})
    expect(await fields({ birth_date: bornYearsAgo(15) })).toEqual(['birth_date'])
    expect(await fields({ birth_date: undefined })).toEqual(['birth_date'])
    expect(await fields({ birth_date: '2999-01-01' })).toEqual(['birth_date'])
    expect(await fields({ parent_email: 'слово' })).toEqual(['parent_email'])
    const own = form()
    expect(Object.keys((await register({ ...own, parent_email: own.email })).body.errors)).toEqual(['parent_email'])
  })

  it('needs a parent up to the age that the school has set', async () => {
    const adult = form({ birth_date: bornYearsAgo(15) })
    await mergeSettings(db, 'school', { consent_age: 16 }, null)
    expect((await register(adult)).status).toBe(200)
    const alone = { ...adult, consent: true }
    const { status, body } = await call('POST', '/api/auth/register', { body: alone })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['birth_date']])
    await mergeSettings(db, 'school', { consent_age: 14 }, null)
    expect((await call('POST', '/api/auth/register', { body: alone })).status).toBe(201)
  })

  it('puts no message of a stranger into the parent’s letter', async () => {
    const child = form({ name: 'Выигрыш на evil.example' })
    await register(child)
    expect((await lettersTo(child.parent_email))[0]?.text).not.toContain('evil')
  })

  it('cannot flood a parent’s mailbox', async () => {
    const parent_email = 'busy@home.example'
    const responses = []
    for (let i = 0; i < 6; i++) responses.push((await register(form({ parent_email }))).status)
    expect(responses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('the parent’s link', () => {
  it('shows the child’s name and who receives the data, as the letter does', async () => {
    const child = form()
    await mergeSettings(db, 'school', { name: 'Школа «Вектор»', address: 'Тверь, Речная, 5' }, null)
    const { status, body } = await check(await askParent(child))
    const operator = { name: 'Школа «Вектор»', address: 'Тверь, Речная, 5' }
    expect([status, body]).toEqual([200, { name: 'Костя', surname: 'Ёлкин', by_school: false, operator }])
    const [letter] = await lettersTo(child.parent_email)
    expect(letter?.text).toContain('Оператор персональных данных: Школа «Вектор»\nАдрес оператора: Тверь, Речная, 5')
  })

  it('takes the separate consent to publication only when it is ticked', async () => {
    const slugsOf = async ({ email }: Form) => {
      const [user] = await db.select().from(users).where(sql`email = ${email}`)
      const rows = await db.select().from(consents).where(sql`user_id = ${user?.id}`).orderBy(consents.id)
      return rows.map(({ document, parent }) => [document, parent?.name])
    }
    const [plain, ticked] = [form(), form()]
    expect((await agree(await askParent(plain))).status).toBe(200)
    expect(await slugsOf(plain)).toEqual([['parent-consent', 'Анна Ёлкина']])
    const token = await askParent(ticked)
    const answer = (publication_version: number) =>
      call('POST', '/api/auth/parent-consent', {
        body: { token, name: 'Анна Ёлкина', publication: true, publication_version },
      })
    expect((await answer(99)).status).toBe(409)
    expect((await answer(1)).status).toBe(200)
    expect(await slugsOf(ticked)).toEqual([
      ['parent-consent', 'Анна Ёлкина'],
      ['publication', 'Анна Ёлкина'],
    ])
  })

  it('leaves the child’s own address to be confirmed by the letter about the account', async () => {
    const child = form()
    expect((await agree(await askParent(child))).status).toBe(200)
    const [letter, ...more] = await lettersTo(child.email)
    expect(more).toEqual([])
    expect(letter?.text).not.toMatch(/Костя|Ёлкин/)
    const { user, access_token } = (await login(child)).body
    expect(user.email_confirmed).toBe(false)
    const token = new URL(/https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? '').pathname.split('/').at(-1)
    expect((await call('POST', '/api/auth/confirm-email', { body: { token } })).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { token: access_token })).body.user.email_confirmed).toBe(true)
  })

  it('is kept as a hash, and an earlier one is dead', async () => {
    const child = form()
    const token = await askParent(child)
    const [row] = await waiting(child.email)
    expect(row?.token_hash.equals(hashToken(token))).toBe(true)
    expect(row?.password_hash).toMatch(/^\$argon2id/)
    const { rows } = await db.execute(sql`select 1 from effects where payload::text like ${`%${token}%`}`)
    expect(rows).toEqual([])
  })

  it('opens the account, with the consent in the parent’s name', async () => {
    const child = form()
    const { status, body } = await agree(await askParent(child))
    expect([status, body]).toEqual([200, { name: 'Костя', next: 'sign-in' }])
    const [user] = await db.select().from(users).where(sql`email = ${child.email}`)
    expect(user).toMatchObject({ role: 'student', birth_date: child.birth_date, active: true })
    expect(await db.select().from(consents).where(sql`user_id = ${user?.id}`)).toMatchObject([
      {
        document: 'parent-consent',
        version: 1,
        address: '127.0.0.1',
        parent: { name: 'Анна Ёлкина', email: child.parent_email },
      },
    ])
    expect(await waiting(child.email)).toEqual([])
    expect((await lettersTo(child.email))[0]?.text).toContain('Родитель дал согласие')
    expect((await login(child)).status).toBe(200)
  })

  it('works once, even with many clicks at the same moment', async () => {
    const child = form()
    const token = await askParent(child)
    const responses = await Promise.all(Array.from({ length: 10 }, () => agree(token)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)])
    expect((await check(token)).status).toBe(422)
    expect((await decline(token)).status).toBe(422)
    const opened = await db.select().from(users).where(sql`email = ${child.email}`)
    expect(opened).toHaveLength(1)
    expect(await db.select().from(consents).where(sql`user_id = ${opened[0]?.id}`)).toHaveLength(1)
    expect(await lettersTo(child.email)).toHaveLength(1)
  })

  it('needs a name and the text that is in force', async () => {
    const token = await askParent(form())
    expect(Object.keys((await agree(token, '  ')).body.errors)).toEqual(['name'])
    const body = { token, name: 'Анна Ёлкина', version: 99 }
    expect((await call('POST', '/api/auth/parent-consent', { body })).status).toBe(409)
    expect((await check(token)).status).toBe(200)
  })

  it('deletes the child’s data when the parent declines', async () => {
    const child = form()
    const token = await askParent(child)
    expect((await decline(token)).status).toBe(204)
    expect(await waiting(child.email)).toEqual([])
    expect((await check(token)).status).toBe(422)
    expect((await agree(token)).status).toBe(422)
    expect((await login(child)).status).toBe(401)
    expect((await lettersTo(child.email))[0]?.text).toContain('Родитель не дал согласия')
  })

  it('is dead after 14 days, and what was sent is swept', async () => {
    const child = form()
    const token = await askParent(child)
    const days = (Date.parse((await waiting(child.email))[0]?.expires_at ?? '') - Date.now()) / dayMs
    expect(Math.round(days)).toBe(14)
    await db.execute(
      sql`update child_registrations set expires_at = now() - interval '1 second' where email = ${child.email}`,
    )
    expect((await check(token)).status).toBe(422)
    expect((await agree(token)).status).toBe(422)
    await deleteExpired(db)
    expect(await waiting(child.email)).toEqual([])
  })

  it('leaves nothing of somebody who never got an account: pending and failed letters go after 14 days, too', async () => {
    const [child, waits] = [form(), form()]
    await askParent(child)
    await decline(await askParent(waits))
    const effects = () => db.execute(sql`select 1 from effects where kind = 'child-letter'`)
    const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
    const lie = async (days: number) => {
      await db.execute(sql`update effects set created_at = ${daysAgo(days).toISOString()} where kind = 'child-letter'`)
      for (const { name } of await readLetters(outbox)) await utimes(join(outbox, name), daysAgo(days), daysAgo(days))
      await deleteExpired(db)
      await forgetOldLetters(config)
    }
    await lie(13.9)
    expect([(await effects()).rows.length, (await readLetters(outbox)).length > 1]).toEqual([1, true])
    await lie(14.1)
    expect([(await effects()).rows, await readLetters(outbox)]).toEqual([[], []])
  })

  it('closes the other of two registrations of one child when one opens', async () => {
    const child = form()
    const first = await askParent(child)
    const second = await askParent({ ...child, password: 'другой пароль' })
    expect((await agree(first)).status).toBe(200)
    expect((await agree(second)).status).toBe(422)
    expect((await login(child)).status).toBe(200)
  })
})
