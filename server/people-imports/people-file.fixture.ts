import type { testApp } from '#server/testing/app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** A multipart body with a file, as a browser sends it. */
export const formOf = (
  file: Uint8Array | string,
  { name = 'Люди.csv', columns }: { name?: string; columns?: object } = {},
) => {
  const boundary = 'people-boundary'
  const part = (disposition: string, body: Uint8Array | string) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]
  return {
    body: Buffer.concat([
      ...(columns ? part('name="columns"', JSON.stringify(columns)) : []),
      ...part(`name="file"; filename="${name}"`, file),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Sends, applies and undoes files as one curator. */
export const importer = ({ call }: Pick<App, 'call'>, { token }: { token: string }) => ({
  send: (file: Uint8Array | string, options: Parameters<typeof formOf>[1] = {}) =>
    call('POST', '/api/people-imports', { token, ...formOf(file, options) }),
  apply: (id: number, body?: object) =>
    call('POST', `/api/people-imports/${id}/apply`, { token, ...(body && { body }) }),
  undo: (id: number) => call('POST', `/api/people-imports/${id}/undo`, { token }),
  get: (id: number) => call('GET', `/api/people-imports/${id}`, { token }),
})
