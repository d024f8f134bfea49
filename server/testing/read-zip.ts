import { inflateRawSync } from 'node:zlib'

/** The texts of a zip archive by name; enough for what spreadsheet writers produce. */
export const readZip = (bytes: Buffer): Record<string, string> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const texts: Record<string, string> = {}
  let entry = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(entry + 10), bytes.readUInt32LE(entry + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(entry + place)) as number[]
    const header = bytes.readUInt32LE(entry + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + size)
    const name = bytes.toString('utf8', entry + 46, entry + 46 + (nameLength as number))
    texts[name] = (method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    entry += 46 + (nameLength as number) + (extra as number) + (comment as number)
  }
  return texts
}
