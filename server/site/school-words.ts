import type { FastifyInstance } from 'fastify'
import { setSchoolWords } from '#contract/site/school-words.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { Db } from '#server/db/database.ts'
import '#server/http/session.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** Lets the texts of this process use the words that the school has chosen. */
export const readSchoolWords = async (db: Db) => setSchoolWords(await loadSchool(db))

/** Calls without such a text, which are made while the database is down. */
const without: (string | undefined)[] = [siteApi.health.path, siteApi.ready.path, siteApi.assetsVersion.path]

/** The same before each call of the API, by the kept settings. */
export const followSchoolWords = (app: FastifyInstance, db: Db) => {
  let isKnown = false
  app.addHook('onRequest', async (request) => {
    if (without.includes(request.routeOptions.url)) return
    const isCaughtUp = request.isCaughtUp || (await app.kept.catchUp())
    // while changes are not reported, the last known ones stay
    if (!isCaughtUp && isKnown) return
    const build = async () => {
      const { student_word, cohort_word } = await loadSchool(db)
      return { student_word, cohort_word }
    }
    setSchoolWords(await app.kept.read(isCaughtUp, { key: 'school words', tags: ['site_settings:school'], build }))
    isKnown = true
  })
}
