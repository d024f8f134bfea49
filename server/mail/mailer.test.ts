import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { AddressRefused, createMailer } from '#server/mail/mailer.ts'

const letter = { to: 'maria@school.example', subject: 'Практика: новый пароль', text: 'Здравствуйте, Мария!' }
const folder = await mkdtemp(join(tmpdir(), 'praktika-mail-'))
afterAll(() => rm(folder, { recursive: true }))

/** The plain text of a letter whose body is base64 or plain. */
const textOf = (message: string) => {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : text
}

test('goes out by SMTP', async () => {
  const received: { from: string; to: string[]; message: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://school.example' })
  await createMailer(config)(letter)
  await new Promise<void>((resolve) => server.close(() => resolve()))

  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['maria@school.example'])
  expect(received[0]?.from).toBe('no-reply@school.example')
  expect(textOf(received[0]?.message ?? '')).toContain('Здравствуйте, Мария!')
})

test('goes to another machine by TLS alone, unless the address says otherwise', async () => {
  const sessions: boolean[] = []
  const start = async (options: object) => {
    const server = new SMTPServer({
      ...options,
      authOptional: true,
      onData: (stream, { secure }, done) => {
        stream.resume().on('end', () => {
          sessions.push(secure)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    return (server.server.address() as { port: number }).port
  }
  const send = (address: string) =>
    createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.2:${address}`, PUBLIC_URL: 'https://school.example' }))(letter)
  const [plain, encrypted] = [await start({ disabledCommands: ['STARTTLS'] }), await start({})]
  await expect(send(`${plain}`)).rejects.toMatchObject({ code: 'ETLS' })
  // its certificate is its own
  await expect(send(`${encrypted}`)).rejects.toThrow(/certificate/)
  expect(sessions).toEqual([])
  await send(`${encrypted}?tls.rejectUnauthorized=false`)
  await send(`${plain}?requireTLS=false`)
  expect(sessions).toEqual([true, false])
})

test('an address is given up for what its server says of it, not of the sender', async () => {
  const answers: [number, string, boolean][] = [
    [550, '5.1.1 <maria@school.example>: Recipient address rejected: User unknown in relay recipient table', true],
    [550, '5.7.1 No such user!', true],
    [550, '5.4.1 Recipient address rejected: Access denied.', true],
    [550, 'invalid mailbox', true],
    [552, '5.2.2 Mailbox full', true],
    [554, '5.7.1 <maria@school.example>: Relay access denied', false],
    [554, '5.7.1 Service unavailable; client host blocked using zen.example', false],
    [550, '5.1.8 <no-reply@school.example>: Sender address rejected: Domain not found', false],
    [550, 'relay not permitted', false],
    [530, 'Authentication required', false],
    [450, '4.2.0 Greylisted', false],
  ]
  let [responseCode, message]: [number, string] = [550, '']
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  const send = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  for (const [code, text, isRefused] of answers) {
    ;[responseCode, message] = [code, text]
    const error = await send(letter).catch((thrown) => thrown)
    expect([text, error instanceof Error, error instanceof AddressRefused]).toEqual([text, true, isRefused])
  }
})

test('a mail server that does not respond is an error, so that the effect is retried', async () => {
  const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:9' })
  await expect(createMailer(config)(letter)).rejects.toThrow()
})

test('a silent one is given up soon, and then left alone, since other effects wait', { timeout: 15_000 }, async () => {
  let connections = 0
  const server = createServer(() => {
    connections += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const send = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  await expect(send(letter)).rejects.toThrow(/Greeting/)
  await expect(send(letter)).rejects.toThrow(/Greeting/)
  expect(connections).toBe(1)
  server.close()
  // half a minute later it is tried again
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
  onTestFinished(() => later.mockRestore())
  await expect(send(letter)).rejects.toMatchObject({ code: expect.stringMatching(/ESOCKET|ECONNECTION/) })
})

test('without a mail server letters become files', async () => {
  await createMailer(readConfig({ DATA_DIR: folder }))(letter)
  const files = await readdir(join(folder, 'outbox'))
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(/\.eml$/)
  const message = await readFile(join(folder, 'outbox', files[0] as string), 'utf8')
  expect(message).toContain('To: maria@school.example')
  expect(textOf(message)).toContain('Здравствуйте, Мария!')
})
