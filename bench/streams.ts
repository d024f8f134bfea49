import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { hashToken } from '#server/http/session.ts'
import { insertNotifications } from '#server/notifications/notifications.repo.ts'
import { cpuTimeOf, memoryOf } from './memory.ts'
import { ask, signIn } from './school.ts'
import { openSite, type Site } from './site.ts'
import type { StreamOrder, StreamTimes } from './stream-client.ts'

/** The school around them, in users. */
const schoolUsers = 10_000
const manyStreams = 5000

/**
 * Something that happens to all streams: milliseconds from its beginning to the first, the middle and the last stream.
 */
export interface StreamMoment {
  name: string
  first: number
  p50: number
  last: number
  /** The longest that another call of the site took meanwhile, in milliseconds. */
  longestCall: number
  /** Time of the processor that the server used, in milliseconds; null where there is no /proc. */
  cpuMs: number | null
}

/** Memory of the server's process in megabytes; null where there is no /proc. */
export interface StreamsResult {
  streams: number
  moments: StreamMoment[]
  before: number | null
  open: number | null
  reconnected: number | null
}

/**
 * How long the process is left alone before its memory is read, in milliseconds; with all streams open, a beat is in
 * it.
 */
const restMs = { short: 8000, withBeat: 25_000 }
const repeats = 2

/** Adds people with sessions to the database; returns their ids and tokens. */
const addPeople = async (client: pg.Client) => {
  const tokens = Array.from({ length: manyStreams }, () => randomBytes(32).toString('base64url'))
  const { rows } = await client.query<{ id: number }>(
    `with people as (
      insert into users (name, surname, email, role)
      select 'Анна', 'Ученица' || n, 'stream' || n || '@school.example', 'student' from generate_series(1, $1) n
      returning id)
    insert into sessions (token_hash, user_id, expires_at)
    select hash, id, now() + interval '1 day'
    from (select id, row_number() over (order by id) as n from people) as people
    join unnest($2::bytea[]) with ordinality as hashes (hash, n) using (n)
    returning user_id as id`,
    [manyStreams, tokens.map(hashToken)],
  )
  return { ids: rows.map(({ id }) => id), tokens }
}

/** Calls the site again and again until stopped; returns the longest call, in milliseconds. */
const watchCalls = (site: string, token: string) => {
  let isWatching = true
  const watch = async () => {
    let longest = 0
    while (isWatching) {
      const began = performance.now()
      await ask(site, '/api/auth/user', { token })
      longest = Math.max(longest, performance.now() - began)
      await sleep(5)
    }
    return longest
  }
  const watching = watch()
  return () => {
    isWatching = false
    return watching
  }
}

const reply = async <Reply>(client: ChildProcess) => (await once(client, 'message'))[0] as Reply

const summaryOf = ({ began, times }: StreamTimes) => {
  const sorted = times.map((time) => time - began).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { first: at(0), p50: at(0.5), last: at(1) }
}

const measure = async (site: Site, databaseUrl: string): Promise<StreamsResult> => {
  await site.fill(schoolUsers)
  const memory = () => memoryOf(site.pid() ?? 0)
  const cpuTime = () => cpuTimeOf(site.pid() ?? 0)
  const database = openDatabase(databaseUrl, { max: 1 })
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  const client = fork(join(import.meta.dirname, 'stream-client.ts'))
  try {
    const { ids, tokens } = await addPeople(sql)
    const token = await signIn(site.url, 'student')
    const order = (what: StreamOrder) => {
      client.send(what)
      return reply<StreamTimes>(client)
    }
    const watched = async (name: string, act: () => Promise<StreamTimes>): Promise<StreamMoment> => {
      const stop = watchCalls(site.url, token)
      const cpuBefore = await cpuTime()
      const summary = summaryOf(await act())
      const cpuAfter = await cpuTime()
      const cpuMs = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore
      return { name, ...summary, longestCall: await stop(), cpuMs }
    }
    const notify = async (): Promise<StreamTimes> => {
      client.send({ act: 'wait' } satisfies StreamOrder)
      await reply(client)
      let began = 0
      await database.db.transaction(async (tx) => {
        await insertNotifications(tx, ids, { type: 'lesson-published', title: 'Новый урок' })
        // what follows is the commit
        began = Number(process.hrtime.bigint()) / 1e6
      })
      return { began, times: (await reply<StreamTimes>(client)).times }
    }
    await sleep(restMs.short)
    const before = await memory()
    console.error(`Opening ${manyStreams} streams`)
    const moments = [await watched('opened', () => order({ act: 'open', url: site.url, tokens }))]
    await sleep(restMs.withBeat)
    const open = await memory()
    for (let time = 1; time <= repeats; time += 1) {
      console.error('Notifying all of them')
      moments.push(await watched(`an event to all, ${time}`, notify))
      await sleep(2000)
    }
    for (let time = 1; time <= repeats; time += 1) {
      console.error('Cutting all of them')
      moments.push(await watched(`connected again, ${time}`, () => order({ act: 'cut' })))
      await sleep(2000)
    }
    await sleep(restMs.short)
    return { streams: manyStreams, moments, before, open, reconnected: await memory() }
  } finally {
    client.disconnect()
    await sql.end()
    await database.pool.end()
  }
}

/** Opens 5,000 streams of as many people to a separate site, notifies all of them, and cuts them. */
export const measureStreams = async () => {
  const site = await openSite({ CONNECTIONS_PER_ADDRESS: String(3 * manyStreams) })
  try {
    return await measure(site, site.databaseUrl as string)
  } finally {
    await site.stop()
  }
}
