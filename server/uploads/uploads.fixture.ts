import type { testApp } from '#server/testing/app.ts'

type Call = Awaited<ReturnType<typeof testApp>>['call']

/** Headers of tus for a test, as tus-js-client sends them. */
export const tus = { 'tus-resumable': '1.0.0' }

const base64 = (text: string) => Buffer.from(text).toString('base64')

export const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',')

interface Named {
  name?: string
  type?: string
  accept?: string
}

/** A client for uploads in tests. */
export const uploader = (call: Call, token: string) => {
  const begin = (size: number, { name = 'файл.bin', type = 'application/octet-stream', accept }: Named = {}) =>
    call('POST', '/api/files', {
      token,
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': metadata({ filename: name, filetype: type, ...(accept ? { accept } : {}) }),
      },
    })
  const idOf = ({ headers }: { headers: Record<string, unknown> }) =>
    String(headers.location).split('/').at(-1) as string
  const append = (id: string, bytes: Buffer, offset = 0) =>
    call('PATCH', `/api/files/${id}`, {
      token,
      body: bytes,
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    })
  const head = (id: string) => call('HEAD', `/api/files/${id}`, { token, headers: tus })
  const cancel = (id: string) => call('DELETE', `/api/files/${id}`, { token, headers: tus })
  const get = (id: string) => call('GET', `/api/files/${id}`, { token })
  /** Sends a whole file; returns the last call and the response of GET after it. */
  const send = async (bytes: Buffer, named: Named = {}) => {
    const begun = await begin(bytes.length, named)
    if (begun.status !== 201) return { id: '', last: begun, file: undefined }
    const id = idOf(begun)
    const last = bytes.length > 0 ? await append(id, bytes) : begun
    return { id, last, file: (await get(id)).body?.file }
  }
  return { begin, idOf, append, head, cancel, get, send }
}
