import { hourMs } from '#contract/durations.ts'
import type { SecurityKind } from '#contract/security/security-kinds.ts'
import type { Db } from '#server/db/database.ts'
import { insertSecurityEntries, type NewSecurityEntry } from '#server/security/security.repo.ts'

/** What is noted of one event. */
export interface Noted {
  kind: SecurityKind
  user_id: number | null
  network: string
  place?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    securityLog: SecurityLog
  }
}

/**
 * How soon an event is written; the same one again after a minute, two, three and so on. How soon a database that stays
 * away is reported again. In milliseconds.
 */
const delayMs = { first: 2000, repeated: 60_000, reported: 60_000 }

/**
 * How many rows of a kind a process writes in an hour, before it adds events up. Strangers can cause the first three as
 * often as they like.
 */
const rowsPerHour: Record<SecurityKind, number> = {
  'wrong-password': 200,
  limit: 200,
  'wrong-key': 200,
  'closed-account': 500,
  'wrong-code': 500,
  refused: 500,
  'tool-refused': 200,
  'wrong-link': 200,
  'invalid-input': 200,
  infected: 500,
  'provider-refused': 500,
  'provider-role': 500,
  'provider-role-kept': 500,
  'provider-logout': 2000,
  'tool-token': 500,
  'sign-in': 2000,
  export: 2000,
}

/** How many of them are about one person or network, before these are added up. */
const rowsPerSource = 30

/** Events that are alike: as they are, all of one kind and source, all of one kind. */
const levelsOf = ({ kind, user_id, network, place = '' }: Noted): [exact: Noted, ofSource: Noted, ofKind: Noted] => [
  { kind, user_id, network, place },
  user_id === null ? { kind, user_id, network } : { kind, user_id, network: '' },
  { kind, user_id: null, network: '' },
]

const keyOf = ({ kind, user_id, network, place }: Noted) => [kind, user_id, network, place].join(' ')

type Row = NewSecurityEntry & { count: number }

/** A row as a line of the process's log, with numbers and ids, and no name. */
const lineOf = (row: Row) =>
  JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, security: row, msg: `security: ${row.kind}` })

/**
 * Collects events and writes them in the background, so that nobody waits for it. The same event within minutes is one
 * row with a number, and there is a limit of rows in an hour; beyond it events are added up by person or network, and
 * then by kind: a flood fills no disk. `print` gets each row as well, once it is in the database. A process that is
 * killed loses what it collected in two seconds.
 */
export const createSecurityLog = (
  db: Db,
  onError: (error: unknown) => void,
  print: ((line: string) => void) | null = null,
) => {
  const waiting = new Map<string, Row>()
  const newHour = () => ({
    at: performance.now(),
    /** How many rows were begun of a kind, and of a kind from one source. */
    begun: new Map<string, number>(),
    /** When a row was last written, and how often, by its key. */
    written: new Map<string, { at: number; times: number }>(),
  })
  let hour = newHour()
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()
  /** When a failure was last reported; null once a write has succeeded. */
  let reportedAt: number | null = null

  /** Whether one more row may begin. */
  const begin = (kind: SecurityKind, source: string, max: number) => {
    const [ofKind, ofSource] = [hour.begun.get(kind) ?? 0, hour.begun.get(source) ?? 0]
    if (ofKind >= rowsPerHour[kind] || ofSource >= max) return false
    hour.begun.set(kind, ofKind + 1).set(source, ofSource + 1)
    return true
  }

  /** The row that an event belongs to. */
  const choose = (noted: Noted): [key: string, values: Noted] => {
    const [exact, ofSource, ofKind] = levelsOf(noted)
    const source = keyOf(ofSource)
    for (const [values, max] of [
      [exact, rowsPerSource],
      [ofSource, 2 * rowsPerSource],
    ] as const) {
      const key = keyOf(values)
      if (waiting.has(key) || begin(values.kind, source, max)) return [key, values]
    }
    return [keyOf(ofKind), ofKind]
  }

  const write = async (isLast: boolean) => {
    const now = performance.now()
    const due = [...waiting].filter(([key]) => {
      const { at, times } = hour.written.get(key) ?? { at: Number.NEGATIVE_INFINITY, times: 0 }
      return isLast || now - at >= delayMs.repeated * times
    })
    for (const [key] of due) waiting.delete(key)
    try {
      await insertSecurityEntries(
        db,
        due.map(([, row]) => row),
      )
      reportedAt = null
      for (const [key, row] of due) {
        hour.written.set(key, { at: now, times: (hour.written.get(key)?.times ?? 0) + 1 })
        print?.(lineOf(row))
      }
    } catch (error) {
      // the database is away: nothing that could be noted succeeds either, so this stays small, and is due again at once
      for (const [key, row] of due) {
        const further = waiting.get(key)
        waiting.set(key, further ? merge(row, further) : row)
      }
      if (reportedAt !== null && now - reportedAt < delayMs.reported) return
      reportedAt = now
      onError(error)
    }
  }

  const flush = (isLast = true) => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing
      .then(() => write(isLast))
      .then(() => {
        if (!isLast && waiting.size > 0) start()
      })
    return writing
  }

  const start = () => {
    timer ??= setTimeout(() => flush(false), delayMs.first).unref()
  }

  return {
    /** Notes an event. */
    add: (noted: Noted) => {
      if (performance.now() - hour.at > hourMs) hour = newHour()
      const [key, { kind, user_id, network, place = '' }] = choose(noted)
      const at = new Date().toISOString()
      waiting.set(key, merge(waiting.get(key), { kind, user_id, network, place, at, until: at, count: 1 }))
      start()
    },
    /** Writes everything that was noted. */
    flush: () => flush(),
  }
}

const merge = (row: Row | undefined, further: Row): Row =>
  row ? { ...row, until: further.until, count: row.count + further.count } : further

type SecurityLog = ReturnType<typeof createSecurityLog>
