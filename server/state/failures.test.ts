import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxTries } from '#server/effects/pauses.repo.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { deleteOldFailures } from '#server/state/failures.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { empty } from '#server/testing/empty.ts'
import { freePort } from '#server/testing/free-port.ts'
import { mailServer } from '#server/testing/mail-server.ts'

/** A port that nothing listens on. */
const away = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } })
const { db, call, signedIn } = away
const curator = await signedIn({ role: 'curator' })
const student = await signedIn()
const list = async () => (await call('GET', '/api/settings/failures', { token: curator.token })).body
const settle = (act: 'repeat' | 'remove', body: unknown) =>
  call('POST', `/api/settings/failures/${act}`, { token: curator.token, body })
/** Tries everything that waits. */
const tryAll = async () => {
  await db.execute(sql`update effects set visible_at = now()`)
  await db.execute(sql`update notification_deliveries set due_at = now()`)
  await away.runEffects().catch(() => {})
}
const lastTry = async () => {
  for (const table of [sql`effects`, sql`notification_deliveries`])
    await db.execute(sql`update ${table} set attempts = ${maxTries - 1}`)
  await tryAll()
}
/** A letter of its own, and one about an event: both to a mail server that is away. */
const sendTwo = async () => {
  await call('POST', '/api/auth/forgot-password', { body: { email: student.user.email } })
  await db.transaction((tx) => insertNotifications(tx, [student.id], { type: 'announcement', title: 'Сбор' }))
}
const entries = async () => (await call('GET', '/api/audit', { token: curator.token })).body.entries

beforeEach(async () => {
  await empty(db, 'effects', 'notifications')
})

describe('what keeps failing', () => {
  it('is tried after growing pauses, then set aside, while the others are carried out', async () => {
    await sendTwo()
    // as precise as the columns
    const now = sql`clock_timestamp()::timestamptz(3)`
    const { rows } = await db.execute(sql`select ${now}::text as began`)
    await tryAll()
    const isPause = (due: string, pause: string) =>
      sql`${sql.raw(due)} - ${pause}::interval between ${rows[0]?.began}::timestamptz and ${now} as is_pause`
    const waits = await db.execute(sql`
      select attempts, set_aside_at, ${isPause('visible_at', '5 seconds')} from effects
      union all select attempts, set_aside_at, ${isPause('due_at', '60 seconds')} from notification_deliveries`)
    const wait = { attempts: 1, set_aside_at: null, is_pause: true }
    expect(waits.rows).toEqual([wait, wait])
    expect(await list()).toEqual({ failures: [], total: 0 })
    await lastTry()
    await db.execute(
      sql`insert into effects (kind, payload) values ('project-liked', '{"project_id": 900, "actor_id": 1}')`,
    )
    await tryAll()
    const left = await db.execute(sql`select kind, attempts from effects`)
    expect(left.rows).toEqual([{ kind: 'reset-letter', attempts: maxTries }])
  })

  it('is listed with a reason and nothing about people', async () => {
    await sendTwo()
    await lastTry()
    const { failures, total } = await list()
    const common = { attempts: maxTries, removable: true, reason: 'Почтовый сервер не отвечает.' }
    expect(total).toBe(2)
    expect(failures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...common, queue: 'letters', name: 'Письмо о событии: Объявления' }),
        expect.objectContaining({ ...common, queue: 'effects', name: 'Письмо со ссылкой для нового пароля' }),
      ]),
    )
    expect(JSON.stringify(failures)).not.toMatch(/@|127\.0\.0\.1|select/)
  })

  it('is repeated one by one or all at once, with an entry in the journal', async () => {
    await sendTwo()
    await lastTry()
    const { failures } = await list()
    const [{ queue, id }] = failures
    expect((await settle('repeat', { items: [{ queue, id }] })).body).toEqual({ count: 1 })
    expect((await list()).total).toBe(1)
    expect((await settle('repeat', { all: true })).body).toEqual({ count: 1 })
    expect((await settle('repeat', { all: true })).body).toEqual({ count: 0 })
    const mail = await mailServer()
    away.config.smtpUrl = mail.url
    await away.runEffects()
    expect(mail.received.map(({ to }) => to)).toEqual([student.user.email, student.user.email])
    const [latest, before] = await entries()
    expect([latest, before]).toMatchObject([
      { kind: 'failures-repeated', actor: { id: curator.id }, object: { name: 'Состояние' }, after: { count: 1 } },
      { kind: 'failures-repeated' },
    ])
  })

  it('is removed, except what the school is obliged to', async () => {
    await db.execute(sql`
      insert into effects (kind, payload, attempts, last_error, set_aside_at) values
        ('account-erased', '{}', 30, 'Error: a@b.ru', now()), ('task-liked', '{}', 30, 'internal', now()),
        ('task-liked', '{}', 0, null, null), ('from-tomorrow', '{}', 30, 'unknown-kind', now())`)
    const { failures } = await list()
    const byName = Object.fromEntries(failures.map((failure: { name: string }) => [failure.name, failure]))
    expect(byName['Удаление учётной записи']).toMatchObject({
      removable: false,
      reason: 'Ошибка в программе: подробности в журнале сервера.',
    })
    expect(byName['Действие другой версии сайта']).toMatchObject({ removable: true })
    expect((await settle('remove', { all: true })).body).toEqual({ count: 2 })
    const [left] = (await list()).failures
    expect(left.name).toBe('Удаление учётной записи')
    expect((await settle('remove', { items: [{ queue: 'effects', id: left.id }] })).body).toEqual({ count: 0 })
    expect((await db.execute(sql`select kind from effects order by id`)).rows).toHaveLength(2)
    expect((await entries())[0]).toMatchObject({ kind: 'failures-removed', after: { count: 2 } })
  })

  it.each([[{}], [{ all: false }], [{ items: [] }], [{ items: [{ queue: 'users', id: 1 }] }]])(
    'is not chosen by %j',
    async (body) => {
      expect((await settle('remove', body)).status).toBe(422)
    },
  )

  it('is forgotten after a month, except what the school is obliged to', async () => {
    await db.execute(sql`
      insert into effects (kind, payload, set_aside_at) values
        ('account-erased', '{}', now() - interval '31 days'), ('task-liked', '{}', now() - interval '31 days'),
        ('task-liked', '{}', now() - interval '29 days')`)
    await deleteOldFailures(db)
    expect((await list()).total).toBe(2)
  })
})
