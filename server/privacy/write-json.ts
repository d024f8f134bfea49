import { setImmediate as turn } from 'node:timers/promises'

/** Characters that are written before other calls get their turn. */
const portion = 1_000_000

/** JSON of the parts of an export, row by row: one of a hundred megabytes blocks nobody. */
export const writeJson = async (parts: Record<string, unknown>) => {
  const lines: string[] = []
  let written = 0
  for (const [key, value] of Object.entries(parts)) {
    if (!Array.isArray(value)) {
      lines.push(`  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      continue
    }
    const rows: string[] = []
    for (const row of value) {
      const words = JSON.stringify(row, null, 2).replaceAll('\n', '\n    ')
      rows.push(`    ${words}`)
      written += words.length
      if (written > portion) {
        written = 0
        await turn()
      }
    }
    lines.push(`  ${JSON.stringify(key)}: ${rows.length > 0 ? `[\n${rows.join(',\n')}\n  ]` : '[]'}`)
  }
  return `{\n${lines.join(',\n')}\n}`
}
