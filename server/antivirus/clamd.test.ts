import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { AntivirusAway, clamdAt } from '#server/antivirus/clamd.ts'
import { eicar, missingClamd, startClamd } from '#server/testing/clamd.ts'
import { freePort } from '#server/testing/free-port.ts'

const missing = missingClamd()

describe.skipIf(missing)(`ClamAV${missing ? ` (${missing})` : ''}`, async () => {
  const daemon = missing ? null : await startClamd()
  afterAll(() => daemon?.stop())
  const { scan, maxSize } = clamdAt(daemon?.url ?? 'tcp://127.0.0.1')

  it('distinguishes what is infected from what is not', async () => {
    const virus = expect.stringContaining('Eicar-Signature')
    expect(await scan(Readable.from([eicar.subarray(0, 20), eicar.subarray(20)]))).toEqual({ virus })
    expect(await scan(Readable.from([Buffer.from('Привет')]))).toEqual({ virus: null })
    expect(await scan(Readable.from([]))).toEqual({ virus: null })
  })

  it('takes as much as its address says, and is away when it refuses that', async () => {
    const parts = (size: number) => Readable.from(Array.from({ length: size / 65_536 }, () => Buffer.alloc(65_536)))
    expect(await scan(parts(maxSize))).toEqual({ virus: null })
    await expect(scan(parts(16 * maxSize))).rejects.toThrow(AntivirusAway)
  })

  it('throws the error of bytes that cannot be read as it is', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('the disk is broken')) })
    await expect(scan(broken)).rejects.toThrow('the disk is broken')
  })
})

it('is away where nobody listens', async () => {
  const { ping, scan } = clamdAt(`tcp://127.0.0.1:${await freePort()}`)
  await expect(ping()).rejects.toThrow(AntivirusAway)
  await expect(scan(Readable.from([eicar]))).rejects.toThrow(AntivirusAway)
  await expect(clamdAt('unix:/nowhere/clamd.ctl').ping()).rejects.toThrow(AntivirusAway)
})
