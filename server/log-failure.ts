/** Where failures are logged: fields and a sentence. */
export interface FailureLog {
  error: (fields: object, message: string) => void
}

/** Private or secret parts of a line of the log, with their replacements. */
const covered: [RegExp, string][] = [
  // the password in the address of a database, a mail server or a storage
  [/\/\/[^\s"/@\\]+@/g, '//…@'],
  // an address of mail
  [/[^\s"'<>():;,@/…\\]+@[^\s"'<>():;,@/\\]+\.[^\s"'<>():;,@/\\]+/g, '…'],
  // what follows the path of an address
  [/\?[\w-]+=[^\s"'<>\\]*/g, '?…'],
  // tokens of sessions and links, keys; a UUID is shorter
  [/(?=[\w-]*[\dA-Z])[\w-]{40,}/g, '…'],
]

/** A line of the log without addresses of mail, passwords and tokens, from whatever text they come. */
export const cleanLine = (line: string) =>
  covered.reduce((cleaned, [pattern, by]) => cleaned.replaceAll(pattern, by), line)

/** An error in the log: with its code, its query and its cause, where it has them. */
export interface Described {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

const maxCauses = 3

/** PostgreSQL quotes a value that it cannot read. */
const badValue = /^22/

const messageOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'unknown'
  const isValue = 'code' in error && badValue.test(String(error.code))
  return isValue ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message
}

/**
 * What the log has of an error: none of the fields that a library adds (values of rows, recipients of letters), and not
 * the parameters of the query that failed, which are people's names, addresses and texts: drizzle writes them into its
 * message.
 */
export const describeFailure = (error: unknown, depth = 0): Described => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'unknown', stack: '' }
  const { name, stack, cause, code, query } = error as Error & { code?: unknown; query?: string }
  const isQuery = 'params' in error
  const message = messageOf(isQuery ? cause : error)
  const shownCode = isQuery ? (cause as { code?: unknown } | undefined)?.code : code
  return {
    type: name,
    message,
    ...(typeof shownCode === 'string' ? { code: shownCode } : {}),
    stack: stack?.replace(error.message, () => message) ?? '',
    ...(isQuery && query ? { query } : {}),
    ...(!isQuery && cause instanceof Error && depth < maxCauses ? { cause: describeFailure(cause, depth + 1) } : {}),
  }
}

/** Logs a failure, without anything about people; `facts` are logged beside it. */
export const logFailure = (log: FailureLog, error: unknown, facts: object = {}) => {
  const err = describeFailure(error)
  log.error({ ...facts, err }, err.message)
}

/** The log of what belongs to no request: lines as Fastify's. */
export const processLog: FailureLog = {
  error: (fields, msg) => {
    const line = { level: 50, time: Date.now(), pid: process.pid, ...fields, msg }
    process.stdout.write(`${cleanLine(JSON.stringify(line))}\n`)
  },
}
