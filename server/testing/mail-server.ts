import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { type LetterPart, partsOf, textOf } from '#server/testing/message-parts.ts'

/** A letter as a mail server has received it. */
export interface ReceivedLetter {
  to: string
  /** With names in lower case. */
  headers: Record<string, string>
  text: string
  /** All its parts, the text first. */
  parts: LetterPart[]
}

const parse = (to: string, message: string): ReceivedLetter => {
  const [head = ''] = message.split('\r\n\r\n', 1)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const parts = partsOf(message)
  return { to, headers, text: parts[0] ? textOf(parts[0]) : '', parts }
}

/**
 * A real mail server for this test file, on a free port or a given one. It refuses the addresses in `refused` for good.
 */
export const mailServer = async (onPort = 0) => {
  const received: ReceivedLetter[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        const message = Buffer.concat(parts).toString('latin1')
        for (const { address } of envelope.rcptTo) received.push(parse(address, message))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, received, refused }
}
