import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Read } from '#server/db/database.ts'
import { openPool } from '#server/db/open-pool.ts'
import { sharedRuns } from '#server/db/shared-runs.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How long readers wait for the replica to replay what is committed, and how often they ask it, in milliseconds. */
const patience = { totalMs: 100, stepMs: 2 }

/** How often a replica that was of no use is asked again, in milliseconds; nobody waits for that. */
const retryMs = 1000

/** A replica that is of no use for this long is reported, in milliseconds: every one falls behind now and then. */
const reportAfterMs = 5000

/** Queries that fail on the replica are reported once in this time, in milliseconds. */
const quietMs = 60_000

/** After this long a replica counts as gone, in milliseconds: when it is asked for its state, and for rows. */
const timeoutsMs = { state: 1000, query: 5000 }

/** A streaming replica of the database. */
export interface Replica {
  read: Read
  /** Why nothing is read from the replica now: a sentence for the terminal; null when it can be used. */
  findTrouble: () => Promise<string | null>
  close: () => Promise<void>
}

/**
 * Where the primary is: every acknowledged commit is before `position`. Without waiting for the disk, not all are
 * flushed.
 */
const primaryState = `select system_identifier::text as system, current_database() as database,
  case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as position
  from pg_control_system()`

const replicaState = `select system_identifier::text as system, current_database() as database,
  pg_is_in_recovery() as is_replica, pg_backend_pid() as pid, pg_last_wal_replay_lsn() >= $1::pg_lsn as has_replayed,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::int as age
  from pg_control_system()`

/** Without the parameters of the query, which drizzle writes into its own message. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? reasonOf(error.cause) : error.message || error.name
}

/** A page may be shown without the block that failed to load: what the replica cannot answer, the primary may. */
const isIncomplete = (result: unknown) =>
  typeof result === 'object' && result !== null && 'isComplete' in result && result.isComplete === false

const troubles = {
  gone: (error: unknown) => `Реплика базы (DATABASE_REPLICA_URL) не отвечает: ${reasonOf(error)}.`,
  pooled: 'Адрес DATABASE_REPLICA_URL ведёт через пул соединений (PgBouncer): укажите прямой адрес реплики.',
  notReplica: 'По адресу DATABASE_REPLICA_URL не реплика: эта база сама принимает изменения.',
  other: 'По адресу DATABASE_REPLICA_URL реплика другой базы, не той, что в DATABASE_URL.',
  behind: (age: number | null) =>
    `Реплика базы отстаёт${age === null ? '' : `: последнее изменение на ней сделано ${age} с назад`}.`,
}

/**
 * Opens a replica of a database; connects on the first query. A reader first asks the database how far its journal is
 * (WAL), in one query for all who read at that moment, then waits until the replica has replayed that. So what is read
 * is never older than what anybody has been shown or has written, and may be kept (see `kept.ts`). A replica that is
 * gone or behind is left alone until it has caught up.
 */
export const openReplica = (
  url: string,
  primary: Pick<Database, 'db' | 'pool'>,
  { max, log = console.warn }: { max: number; log?: (line: string) => void },
): Replica => {
  const open = (options: pg.PoolConfig) => openPool({ connectionString: url, ...options })
  const pool = open({ max, connectionTimeoutMillis: timeoutsMs.state, query_timeout: timeoutsMs.query })
  // separate, so that its state is known while searches keep all the others busy
  const states = open({ max: 1, connectionTimeoutMillis: timeoutsMs.state, query_timeout: timeoutsMs.state })
  const db = drizzle(pool)

  let isClosed = false
  /** Since when the replica is of no use, in milliseconds since 1970; null while it is used. */
  let awaySince: number | null = null
  let isReported = false
  let failureReportedAt = Number.NEGATIVE_INFINITY

  const askState = async (position: string) => {
    const client = await states.connect()
    let failure: Error | undefined
    try {
      const { rows } = await client.query({ name: 'replica_state', text: replicaState, values: [position] })
      return { ...rows[0], isDirect: rows[0].pid === (client as unknown as { processID: number }).processID }
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  const compare = async (own: { system: string; database: string; position: string }) => {
    const deadline = performance.now() + patience.totalMs
    for (;;) {
      const state = await askState(own.position)
      if (!state.isDirect) return troubles.pooled
      if (!state.is_replica) return troubles.notReplica
      if (state.system !== own.system || state.database !== own.database) return troubles.other
      if (state.has_replayed) return null
      if (performance.now() > deadline) return troubles.behind(state.age)
      await sleep(patience.stepMs)
    }
  }

  /** Rejects when the primary does not respond. */
  const findTrouble = async () => {
    const { rows } = await primary.pool.query({ name: 'primary_state', text: primaryState })
    const trouble = await compare(rows[0]).catch(troubles.gone)
    return trouble && `${trouble} Публичные страницы пока читаются из основной базы.`
  }

  const retry = () => {
    const timer = setTimeout(async () => {
      // without the primary nothing can be said of the replica
      const trouble = await findTrouble().catch(() => undefined)
      if (isClosed || awaySince === null) return
      if (trouble === null) {
        if (isReported) log('Реплика базы снова догнала основную: публичные страницы читаются с неё.')
        awaySince = null
        isReported = false
        return
      }
      if (trouble && !isReported && performance.now() - awaySince > reportAfterMs) {
        log(trouble)
        isReported = true
      }
      retry()
    }, retryMs)
    timer.unref()
  }

  const hasCaughtUp = sharedRuns(async () => {
    // it was of no use to those who asked a moment earlier
    if (awaySince !== null || isClosed) return false
    const trouble = await findTrouble().catch(() => undefined)
    if (trouble && awaySince === null) {
      awaySince = performance.now()
      retry()
    }
    return trouble === null
  })

  return {
    read: async (query) => {
      if (awaySince !== null || !(await hasCaughtUp())) return query(primary.db)
      try {
        const result = await query(db)
        return isIncomplete(result) ? await query(primary.db) : result
      } catch (error) {
        if (error instanceof Refusal) throw error
        // the connection broke, or what was read has been removed by a vacuum that the replica replays
        if (performance.now() - failureReportedAt > quietMs) {
          failureReportedAt = performance.now()
          log(`Запрос к реплике базы не удался, отвечает основная: ${reasonOf(error)}.`)
        }
        return query(primary.db)
      }
    },
    findTrouble,
    close: async () => {
      isClosed = true
      await Promise.all([pool.end(), states.end()]).catch(() => {})
    },
  }
}
