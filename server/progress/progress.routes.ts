import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { journalFileTypes } from '#contract/journal/journal.schema.ts'
import { progressApi } from '#contract/progress/progress.api.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { todayIn } from '#server/journal/journal-sheet.ts'
import { loadProgress } from '#server/progress/load-progress.ts'
import { partName, writeProgress } from '#server/progress/write-progress.ts'

export const progressRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, progressApi.get, async ({ query }) => ({ progress: await loadProgress(db, query.weeks) }))

  route(app, progressApi.export, async ({ query, reply }) => {
    const { weeks, part, format, time_zone } = query
    const progress = await loadProgress(db, weeks)
    const name = partName(part, cohortTitle('many'))
    const options = { part, format, name, cohortTitle: cohortTitle('one'), timeZone: time_zone }
    const bytes = await writeProgress(progress, options)
    const type = journalFileTypes[format]
    await reply
      .headers({
        'content-type': format === 'csv' ? `${type}; charset=utf-8` : type,
        'content-disposition': disposition(`Ход учёбы — ${name} — ${todayIn(time_zone)}.${format}`),
      })
      .send(bytes)
  })
}
