import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// The reference for files: Node's own server that writes the request into a file and reads it back. A separate process,
// like the site. It sends its port, and ends with its channel.
const folder = await mkdtemp(join(tmpdir(), 'praktika-bare-'))
const path = join(folder, 'file')
const server = createServer(async (request, response) => {
  if (request.method === 'PATCH') {
    await pipeline(request, createWriteStream(path))
    response.writeHead(204).end()
    return
  }
  response.writeHead(200, { 'content-length': (await stat(path)).size })
  await pipeline(createReadStream(path), response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
process.once('disconnect', async () => {
  await rm(folder, { recursive: true, force: true })
  process.exit()
})
