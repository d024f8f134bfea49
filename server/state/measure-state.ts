import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minuteMs } from '#contract/durations.ts'
import type { SiteState } from '#contract/state/state.schema.ts'
import { findLatestMigration } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { readBuildFacts } from '#server/http/render.ts'
import { sumFiles } from '#server/metrics/metrics.repo.ts'
import { orNull } from '#server/metrics/probe.ts'
import { projectFolder } from '#server/project-folder.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { worst } from '#server/state/judge-part.ts'
import {
  measureAccess,
  measureBackups,
  measureDatabase,
  measureDisk,
  measureEffects,
  measureLetters,
  measureProcesses,
  measureProvider,
  measureStorage,
  measureVersion,
} from '#server/state/measure-parts.ts'
import { findSiteCounts } from '#server/state/state.repo.ts'

/** How long a measurement, and the sum over all files, stay the same, in milliseconds. */
const keptMs = { state: 5000, files: 5 * minuteMs }

/** When this process began, ISO 8601. */
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

const measure = async (deps: Deps, files: Awaited<ReturnType<typeof sumFiles>> | null): Promise<SiteState> => {
  const { config, db, renderer } = deps
  const [counts, school, current, latest, description] = await Promise.all([
    orNull(findSiteCounts(db)),
    orNull(loadSchool(db)),
    readBuildFacts(join(projectFolder, 'build')).catch(() => null),
    findLatestMigration(),
    readFile(join(projectFolder, 'package.json'), 'utf8'),
  ])
  const { version } = JSON.parse(description) as { version: string }
  const isOvertaken = counts !== null && counts.migrated_to > latest
  const parts = await Promise.all([
    measureVersion({ version, running: renderer.build, current, isOvertaken }),
    measureDatabase(deps, counts),
    measureStorage(deps, files),
    measureDisk(config),
    ...(counts ? [measureEffects(counts), measureLetters(config, counts)] : []),
    measureBackups(config),
    ...(counts && school ? [measureAccess(deps, counts, school)] : []),
    measureProvider(config),
    measureProcesses(config, counts, startedAt),
  ])
  return { at: new Date().toISOString(), level: worst(parts.map(({ level }) => level)), parts }
}

/**
 * Measures the site for curators: at most once in some seconds, however many ask. `forget` makes the next one measure
 * again.
 */
export const createStateMeter = (deps: Deps) => {
  let kept: { at: number; state: Promise<SiteState> } | null = null
  let sum: { at: number; value: Awaited<ReturnType<typeof sumFiles>> } | null = null
  const readFiles = async () => {
    if (sum && performance.now() - sum.at < keptMs.files) return sum.value
    const value = await orNull(sumFiles(deps.db))
    if (value) sum = { at: performance.now(), value }
    return value
  }
  return {
    read: () => {
      if (!kept || performance.now() - kept.at > keptMs.state) {
        const measuring = { at: performance.now(), state: readFiles().then((files) => measure(deps, files)) }
        kept = measuring
        measuring.state.catch(() => {
          if (kept === measuring) kept = null
        })
      }
      return kept.state
    },
    forget: () => {
      kept = null
    },
  }
}
