/** Parameters of a tool as people write them: one in a line, «name=value». */
export const customText = (custom: Record<string, string>) =>
  Object.entries(custom)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

/** The same read back; what comes before the first «=» of a line is the name. */
export const readCustom = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf('=')
        return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
      }),
  )
