import type { FastifyInstance } from 'fastify'
import { setSchoolWords } from '#contract/site/school-words.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { Db } from '#server/db/database.ts'
import { isAlive } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { listShownIds } from '#server/home/home.repo.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { changeSettings } from '#server/site/change-settings.ts'
import { loadHome, loadSchool } from '#server/site/load-settings.ts'
import { removeLogo, setLogo } from '#server/site/set-logo.ts'

/** The main page is public: only public projects can be chosen for it. */
const checkChosen = async (db: Db, ids: number[]) => {
  const shown = new Set(await listShownIds(db, ids))
  const others = ids.filter((id) => !shown.has(id))
  if (others.length === 0) return
  const numbers = others.join(', ')
  const sentence =
    others.length === 1
      ? `Проекта ${numbers} нет среди тех, что видят все. Уберите его из списка.`
      : `Проектов ${numbers} нет среди тех, что видят все. Уберите их из списка.`
  throw invalid('project_ids', sentence)
}

export const siteRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db, renderer, isReady, isDraining } = deps
  route(app, siteApi.health, async () => {
    if (!isReady() || !(await isAlive({ db }))) throw new Refusal('not-ready')
    return { status: 'ok' as const }
  })

  route(app, siteApi.ready, async ({ query, request }) => {
    if (!isReady() || isDraining() || !(await isAlive({ db }))) throw new Refusal('not-ready')
    return { status: 'ready' as const, ...(query.visitor && { visitor: request.ip }) }
  })

  route(app, siteApi.assetsVersion, async () => renderer.assets)

  route(app, siteApi.school, async () => ({ school: await loadSchool(db) }))

  route(app, siteApi.changeSchool, async ({ actor, body }) => {
    const { after: school } = await changeSettings(db, actor, 'school', body(), loadSchool)
    setSchoolWords(school)
    return { school }
  })

  route(app, siteApi.setLogo, async ({ actor, request }) => ({ school: await setLogo(deps, actor, request) }))

  route(app, siteApi.removeLogo, async ({ actor }) => ({ school: await removeLogo(deps, actor) }))

  route(app, siteApi.home, async () => ({ home: await loadHome(db) }))

  route(app, siteApi.changeHome, async ({ actor, body }) => {
    const change = body()
    await checkChosen(db, change.project_ids ?? [])
    await changeSettings(db, actor, 'home', change, loadHome)
    return { home: await loadHome(db) }
  })
}
