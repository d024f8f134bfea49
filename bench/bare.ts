import { createServer } from 'node:http'

/** The response of the bare server to every request. */
export interface BareResponse {
  contentType: string
  /** Base64. */
  body: string
}

// The reference: nothing but Node's own server and the same bytes. A separate process, like the site. It receives the
// bytes over its channel, sends its port, and ends with the channel.
process.once('message', ({ contentType, body }: BareResponse) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : 0)
  })
})
process.once('disconnect', () => process.exit())
