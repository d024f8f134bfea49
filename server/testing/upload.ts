const boundary = 'praktika-boundary'

/** A multipart body with one file, as a browser's form sends it. */
export const upload = (bytes: Buffer, { name = 'a.png', type = 'image/png', field = 'file' } = {}) => ({
  body: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
})
