import { afterAll, describe, expect, it } from 'vitest'
import { checkAntivirus } from '#server/doctor/checks.ts'
import { files } from '#server/files/files.table.ts'
import { securityEntries } from '#server/security/security.table.ts'
import { testApp } from '#server/testing/app.ts'
import { eicar, missingClamd, startClamd } from '#server/testing/clamd.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const missing = missingClamd()

describe.skipIf(missing)(`uploads${missing ? ` (${missing})` : ''}`, async () => {
  const daemon = missing ? null : await startClamd()
  const { app, call, config, db, signedIn } = await testApp({ env: { CLAMAV_URL: daemon?.url ?? '' } })
  afterAll(() => daemon?.stop())

  it('are refused and deleted when they are infected, and noted in the security log', async () => {
    const person = await signedIn()
    const { send } = uploader(call, person.token)
    const { id, last } = await send(eicar, { name: 'реферат.txt' })
    expect([last.status, last.body.errors.file]).toEqual([422, [expect.stringContaining('Eicar-Signature')]])
    expect((await call('GET', `/api/files/${id}`)).status).toBe(404)
    expect(await db.select().from(files)).toEqual([])
    await app.securityLog.flush()
    expect(await db.select().from(securityEntries)).toMatchObject([{ kind: 'infected', user_id: person.id }])
  })

  it('are taken when they are clean, and when they are larger than is scanned', async () => {
    const { send } = uploader(call, (await signedIn()).token)
    expect((await send(Buffer.from('Реферат'))).file).toMatchObject({ size: 14 })
    expect((await send(Buffer.concat([Buffer.alloc(2 ** 20), eicar]))).file).toMatchObject({ size: 2 ** 20 + 68 })
  })

  it('wait whole while nothing can look at them', async () => {
    expect(await checkAntivirus(config)).toMatchObject({ state: 'fine' })
    await daemon?.stop()
    expect(await checkAntivirus(config)).toMatchObject({ state: 'failure' })
    const { send, get } = uploader(call, (await signedIn()).token)
    const { id, last } = await send(Buffer.from('Доклад'))
    expect([last.status, last.headers['retry-after'], last.body.type]).toEqual([
      503,
      '5',
      'urn:praktika:problem:antivirus-away',
    ])
    expect((await get(id)).status).toBe(503)
  })
})
