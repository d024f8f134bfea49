import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { logOptions, newRequestId } from '#server/http/request-log.ts'
import { describeFailure } from '#server/log-failure.ts'

describe('failures in the log', () => {
  it('are lines of JSON, in which nobody is named and nothing can be opened', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    // even at a level at which Fastify logs every request
    const small = fastify({ logger: { ...logOptions, level: 'info', stream }, genReqId: newRequestId })
    const token = randomBytes(32).toString('base64url')
    small.get('/family/:token', async () => {
      const refused = new Error(`550 <maria@почта.рф> is unknown at smtp://user:pass-word@mail.example, token=${token}`)
      throw Object.assign(refused, {
        rejected: ['maria@school.example'],
        detail: 'Key (surname)=(Орлова)',
        code: 'EENVELOPE',
      })
    })
    await small.inject(`/family/${token}?q=Орлова`)
    await small.close()
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries).toEqual(
      expect.arrayContaining([expect.objectContaining({ level: 50, reqId: expect.stringMatching(/^[0-9a-f]{8}$/) })]),
    )
    expect(entries[0]).toMatchObject({ req: { method: 'GET', route: '/family/:token' } })
    const log = lines.join('')
    expect(log).toContain('550 <…> is unknown at smtp://…@mail.example')
    for (const secret of [token, 'maria', 'pass-word', 'Орлова', encodeURIComponent('Орлова'), '127.0.0.1'])
      expect(log).not.toContain(secret)
  })

  it('have no value that a query could not read', () => {
    const cause = Object.assign(new Error('invalid input syntax for type integer: "Орлова"'), { code: '22P02' })
    const failed = Object.assign(new Error('Failed query: select $1\nparams: Орлова'), {
      cause,
      params: ['Орлова'],
      query: 'select $1',
    })
    const described = describeFailure(failed)
    expect(described).toMatchObject({
      message: 'invalid input syntax for type integer: "…"',
      code: '22P02',
      query: 'select $1',
    })
    expect(JSON.stringify(described)).not.toContain('Орлова')
  })
})
