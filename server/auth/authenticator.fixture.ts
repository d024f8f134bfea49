import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of what an authenticator sends: short texts, bytes, maps, small integers. */
const head = (type: number, value: number) =>
  value < 24
    ? Buffer.from([(type << 5) | value])
    : value < 256
      ? Buffer.from([(type << 5) | 24, value])
      : Buffer.from([(type << 5) | 25, value >> 8, value & 255])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

interface Asked {
  challenge: string
}

/** An authenticator in software, as a browser at `origin` would use it: one passkey that signs with ES256. */
export const softAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, { challenge }: Asked, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authData = (flags: number, ...rest: Buffer[]) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, ...rest])
  }
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  return {
    /** Makes the passkey; `format`: of the attestation, which has no certificates in this device. */
    create: (asked: Asked, at = origin, format = 'none') => {
      const key = map(
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), bytes(Buffer.from(x, 'base64url'))],
        [integer(-3), bytes(Buffer.from(y, 'base64url'))],
      )
      const data = authData(0x41, Buffer.alloc(16), Buffer.from([0, id.length]), id, key)
      const attestation = map([text('fmt'), text(format)], [text('attStmt'), map()], [text('authData'), bytes(data)])
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', asked, at).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Proves it. */
    prove: (asked: Asked, at = origin) => {
      const client = clientData('webauthn.get', asked, at)
      const data = authData(0x01)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
    /** Makes it look as if a copy of it had been used in the meantime. */
    rewind: () => {
      counter = 0
    },
  }
}
