import { createHash } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { schoolDay } from '#contract/dates.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { CheckReport, type SectionCheck } from '#contract/organisation/self-check.schema.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { logFailure } from '#server/log-failure.ts'
import type { checkInWorker } from '#server/organisation/check-in-worker.ts'
import { loadPlatformFacts } from '#server/organisation/platform-rows.ts'
import {
  beginSectionCheck,
  endSectionCheck,
  findSectionCheck,
  findWrittenMark,
  noteSectionCheck,
  type SectionCheckRecord,
} from '#server/organisation/section-check.repo.ts'
import { loadDocumentFindings, withDocumentFindings } from '#server/organisation/self-check-documents.ts'
import { answerReads, type SiteReader, siteReader } from '#server/organisation/self-check-reader.ts'
import { loadStatedAbsence } from '#server/organisation/stated-absence.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { inSlowWorker } from '#server/workers/workers.ts'

/** Max time for a run, in milliseconds; the reader stops polling earlier. */
const timeLimitMs = 180_000

/** How often a run records that it is alive, in milliseconds. */
const heartbeatMs = 2000

const pagePaths = organisationPages.map(({ slug }) => `/sveden/${slug}`)

/** A short fingerprint of everything that the pages are made from, and of the day, on which some checks depend. */
const sectionMark = async (db: Db, assets: string) => {
  const [written, facts] = await Promise.all([findWrittenMark(db), loadPlatformFacts(db)])
  const text = JSON.stringify([written, facts, assets, schoolDay()])
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** The check of the section as a job: its result is kept, and updated in the background. */
export const sectionChecks = (app: FastifyInstance, { db, config, renderer }: Deps) => {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(running)
  })

  const run = async (number: number) => {
    let done = 0
    const note = () => noteSectionCheck(db, number, done).catch((error) => logFailure(app.log, error))
    const beating = setInterval(note, heartbeatMs)
    const reading = siteReader(app)
    const reader: SiteReader = {
      ...reading,
      page: (path) => {
        const before = pagePaths.indexOf(path)
        if (before > done) {
          done = before
          void note()
        }
        return reading.page(path)
      },
    }
    const { port1: ours, port2: theirs } = new MessageChannel()
    answerReads(ours, reader)
    try {
      const { edition, university } = await loadSchool(db)
      const options = { edition, university }
      const stated = await loadStatedAbsence(db, options)
      const report = await inSlowWorker<typeof checkInWorker>(
        { port: theirs, site: config.publicUrl, options: { ...options, stated } },
        {
          module: new URL('./check-in-worker.ts', import.meta.url),
          name: 'checkInWorker',
          timeLimitMs,
          signal: closing.signal,
          ports: [theirs],
        },
      )
      if (reading.isOver()) throw new Error('The check of the section took too long')
      const findings = await loadDocumentFindings({ db, config })
      await endSectionCheck(db, number, withDocumentFindings(report, findings))
    } catch (error) {
      if (!closing.signal.aborted) logFailure(app.log, error)
      await endSectionCheck(db, number, null)
    } finally {
      clearInterval(beating)
      ours.close()
    }
  }

  const start = async (mark: string) => {
    const number = await beginSectionCheck(db, mark)
    if (number === null || closing.signal.aborted) return
    const job = run(number)
      // the database failed in the meantime: the run counts as dead after a while
      .catch((error) => logFailure(app.log, error))
      .finally(() => running.delete(job))
    running.add(job)
  }

  const present = async (): Promise<SectionCheck> => {
    const { started_at, done, report, ...kept } = (await findSectionCheck(db)) as SectionCheckRecord
    // a run without a process has failed
    const state = kept.state === 'running' && !kept.alive ? 'failed' : kept.state
    // a process of an earlier version may have kept a report of another shape during an upgrade
    return { state, started_at, done, total: pagePaths.length, report: CheckReport.safeParse(report).data ?? null }
  }

  return {
    /** Returns the kept report; starts a run when there is none, or the section has changed since. */
    keep: async () => {
      const kept = await findSectionCheck(db)
      if (!kept?.alive) {
        const mark = await sectionMark(db, renderer.assets.js)
        if (kept?.section_mark !== mark || kept.state === 'running') await start(mark)
      }
      return present()
    },
    /** Starts a run, unless one is under way. */
    again: async () => {
      await start(await sectionMark(db, renderer.assets.js))
      return present()
    },
  }
}
