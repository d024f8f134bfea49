import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { readLetters } from '#server/testing/letters.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'praktika-mail-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const letter = { to: 'anna@school.example', subject: 'Практика: новый пароль', text: 'Здравствуйте, Анна!\n\nСсылка' }

it('puts letters into the outbox when there is no mail server', async () => {
  const mailer = createMailer(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://school.example' }))
  await Promise.all([mailer(letter), mailer(letter)])
  const outbox = join(dataDir, 'outbox')
  expect((await readdir(outbox)).filter((name) => !name.endsWith('.eml'))).toEqual([])
  const letters = await readLetters(outbox)
  expect(letters).toHaveLength(2)
  expect(letters[0]?.text.replaceAll('\r\n', '\n').trim()).toBe(letter.text)
})

it('sends them by SMTP_URL, and fails when that does not work', async () => {
  const received: { to: string[]; from: string; body: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        body: Buffer.concat(chunks).toString(),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const env = { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://school.example' }
  const mailer = createMailer(readConfig(env))
  await mailer(letter)
  expect(received).toMatchObject([{ from: 'no-reply@school.example', to: ['anna@school.example'] }])
  expect(received[0]?.body).toMatch(/^Subject: =\?UTF-8\?/m)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await expect(mailer(letter)).rejects.toThrow()
})
