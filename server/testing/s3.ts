import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error it has no types
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'

/**
 * A server with the S3 protocol, stopped when the test file is done; `url` is for `S3_URL`, with a prefix. It listens
 * on the same port again after `stop` and `start`.
 */
export const testS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'praktika-s3-'))
  let server: Server
  let port = 0
  const start = async () => {
    // it signs the address of a bucket differently from Amazon's library; an unknown key is refused all the same
    const s3 = new S3rver({ address: '127.0.0.1', port, silent: true, directory, allowMismatchedSignatures: true })
    port = ((await s3.run()) as AddressInfo).port
    server = s3.httpServer
  }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await start()
  afterAll(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  return { url: `http://S3RVER:S3RVER@127.0.0.1:${port}/school/files`, start, stop }
}
