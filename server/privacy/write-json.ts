import { setImmediate as turn } from 'node:timers/promises'

/** Characters that are written before other calls get their turn. */
const portion = 500_000

/** JSON of the parts of an export, row by row and in pieces: one of a hundred megabytes blocks nobody. */
export const writeJson = async (parts: Record<string, unknown>) => {
  const pieces: Buffer[] = []
  let text = '{\n'
  const write = async (more: string) => {
    text += more
    if (text.length < portion) return
    pieces.push(Buffer.from(text))
    text = ''
    await turn()
  }
  for (const [index, [key, value]] of Object.entries(parts).entries()) {
    await write(`${index > 0 ? ',\n' : ''}  ${JSON.stringify(key)}: `)
    if (!Array.isArray(value) || value.length === 0) {
      await write(JSON.stringify(value))
      continue
    }
    for (const [place, row] of value.entries()) {
      await write(`${place > 0 ? ',' : '['}\n    ${JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')}`)
    }
    await write('\n  ]')
  }
  pieces.push(Buffer.from(`${text}\n}`))
  return pieces
}
