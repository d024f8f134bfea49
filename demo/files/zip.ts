import { crc32, deflateRawSync } from 'node:zlib'

/** A day in DOS format: 14 March 2025, 12:00. */
const moment = { time: 12 << 11, date: ((2025 - 1980) << 9) | (3 << 5) | 14 }
const utf8Names = 0x0800
const deflated = 8

/** The common part of both headers of an entry, in the same order. */
const common = (name: Buffer, bytes: Buffer, packed: Buffer) => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(utf8Names, 2)
  header.writeUInt16LE(deflated, 4)
  header.writeUInt16LE(moment.time, 6)
  header.writeUInt16LE(moment.date, 8)
  header.writeUInt32LE(crc32(bytes), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(bytes.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

const numbers = (size: number, ...values: [at: number, value: number][]) => {
  const bytes = Buffer.alloc(size)
  for (const [at, value] of values) bytes.writeUInt32LE(value, at)
  return bytes
}

/** A zip archive of files by name. */
export const zipOf = (files: Record<string, string | Buffer>) => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const header = common(name, bytes, packed)
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name, packed])
    bodies.push(body)
    // made by version 2.0; the entry has no special attributes
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), header, numbers(14, [10, offset]), name)
    offset += body.length
  }
  const entries = Object.keys(files).length
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = numbers(18, [4, entries | (entries << 16)], [8, size], [12, offset])
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\u0005\u0006'), end])
}
