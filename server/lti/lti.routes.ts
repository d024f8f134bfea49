import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { canEditCourse, isCourseStaff } from '#contract/courses/courses.policy.ts'
import { minuteMs } from '#contract/durations.ts'
import { ltiApi } from '#contract/lti/lti.api.ts'
import { maxLinks, maxTools } from '#contract/lti/lti-limits.ts'
import { ltiServicesApi } from '#contract/lti/lti-services.api.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { newToken } from '#server/auth/open-session.ts'
import { count } from '#server/auth/throttle.ts'
import type { Deps } from '#server/deps.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { checkUnlocked } from '#server/lessons/check-unlocked.ts'
import { findEditableLesson, findVisibleLesson } from '#server/lessons/lesson-access.ts'
import { updateLesson } from '#server/lessons/lessons.repo.ts'
import { loginUrl } from '#server/lti/login-url.ts'
import {
  countLinks,
  countTools,
  ensureSubject,
  findLink,
  findTool,
  insertLink,
  insertTool,
  listLinks,
  listOwnResults,
  listResults,
  listToolNames,
  listTools,
  updateLink,
  updateTool,
} from '#server/lti/lti.repo.ts'
import { findSigningKey, insertLaunch } from '#server/lti/lti-access.repo.ts'
import { endTokens, findConsent, listConsents } from '#server/lti/lti-consents.repo.ts'
import { ltiConsentRoutes, needConsent } from '#server/lti/lti-consents.routes.ts'
import { platformOf } from '#server/lti/platform.ts'
import { changeKey } from '#server/lti/platform-key.ts'
import { presentLink, presentState, presentTool } from '#server/lti/present-lti.ts'
import { checkTool } from '#server/lti/tool-address.ts'
import { presentPerson } from '#server/users/present-person.ts'

const object = { kind: 'settings', id: 'lti' } as const

/** How many launches one person may begin: each is a row until it expires. */
const launchLimit = { count: 120, window: 10 * minuteMs }

/** What curators do with the tools of the school. */
const toolRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  route(app, ltiApi.tools, async () => {
    const [tools, key] = await Promise.all([listTools(db), findSigningKey(db)])
    return { tools: tools.map(presentTool), platform: { ...platformOf(config), key_made_at: key?.created_at ?? null } }
  })

  route(app, ltiApi.createTool, async ({ actor, body, request }) => {
    needFreshPassword(request)
    const values = body()
    checkTool(values, config)
    const tool = await db.transaction(async (tx) => {
      if ((await countTools(tx)) >= maxTools) {
        throw new Refusal('wrong-state', { detail: `Инструментов уже ${maxTools}. Удалите те, которые не нужны.` })
      }
      const row = await insertTool(tx, { ...values, client_id: randomUUID() })
      await addAuditEntry(tx, { actor, kind: 'lti-tool-created', object, after: { lti_tool: row.id } })
      return row
    })
    return { tool: presentTool({ tool, links: 0 }) }
  })

  route(app, ltiApi.updateTool, async ({ params, actor, body, request }) => {
    found(await findTool(db, params.id))
    needFreshPassword(request)
    const values = body()
    checkTool(values, config)
    await db.transaction(async (tx) => {
      found((await updateTool(tx, params.id, values)) || null)
      // they are for what was allowed before
      await endTokens(tx, params.id)
      await addAuditEntry(tx, { actor, kind: 'lti-tool-changed', object, after: { lti_tool: params.id } })
    })
    return { tool: presentTool(found(await findTool(db, params.id))) }
  })

  route(app, ltiApi.removeTool, async ({ params, actor }) => {
    await db.transaction(async (tx) => {
      found((await updateTool(tx, params.id, { deleted_at: new Date().toISOString() })) || null)
      await endTokens(tx, params.id)
      await addAuditEntry(tx, { actor, kind: 'lti-tool-removed', object, before: { lti_tool: params.id } })
    })
  })

  route(app, ltiApi.changeKey, async ({ actor, request }) => {
    needFreshPassword(request)
    await db.transaction(async (tx) => {
      await changeKey(tx)
      await addAuditEntry(tx, { actor, kind: 'lti-key-changed', object })
    })
  })
}

/** What people do with the tools of a lesson. */
const linkRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const findOpen = async (actor: Actor, lessonId: number) => {
    const lesson = await findVisibleLesson(db, actor, lessonId)
    await checkUnlocked(db, actor, lesson)
    return lesson
  }

  /** A tool in a lesson that the actor may change. */
  const findEditable = async (actor: Actor, id: number) => {
    const row = found(await findLink(db, id))
    await findEditableLesson(db, actor, row.link.lesson_id)
    return row
  }

  const presentOne = async (actor: Actor, id: number) => {
    const row = found(await findLink(db, id))
    const agreed = (await findConsent(db, row.tool.id, actor.id))?.consent ?? null
    return { link: presentLink(row, { isStaff: true, result: undefined, agreed }) }
  }

  route(app, ltiApi.list, async ({ params, actor }) => {
    const lesson = await findOpen(actor, params.id)
    const isStaff = isCourseStaff(actor, lesson.course)
    const [links, results, consents, tools] = await Promise.all([
      listLinks(db, lesson.id),
      listOwnResults(db, lesson.id, actor.id),
      listConsents(db, actor.id),
      isStaff ? listToolNames(db) : null,
    ])
    const own = new Map(results.map(({ result }) => [result.link_id, result]))
    const agreed = new Map(consents.map(({ tool, consent }) => [tool.id, consent]))
    return {
      links: links.map((row) =>
        presentLink(row, { isStaff, result: own.get(row.link.id), agreed: agreed.get(row.tool.id) ?? null }),
      ),
      tools,
    }
  })

  route(app, ltiApi.createLink, async ({ params, actor, body }) => {
    const lesson = await findVisibleLesson(db, actor, params.id)
    authorize(canEditCourse(actor, lesson.course))
    const { tool_id, ...values } = body()
    found(await findTool(db, tool_id))
    const id = await db.transaction(async (tx) => {
      if ((await countLinks(tx, lesson.id)) >= maxLinks) {
        throw new Refusal('wrong-state', { detail: `В уроке уже ${maxLinks} инструментов: больше не поместится.` })
      }
      const added = await insertLink(tx, { ...values, tool_id, lesson_id: lesson.id })
      await updateLesson(tx, lesson.id, { lti: true })
      return added
    })
    return presentOne(actor, id)
  })

  route(app, ltiApi.updateLink, async ({ params, actor, body }) => {
    const { link } = await findEditable(actor, params.id)
    await updateLink(db, link.id, body())
    return presentOne(actor, link.id)
  })

  route(app, ltiApi.removeLink, async ({ params, actor }) => {
    const { link } = await findEditable(actor, params.id)
    await db.transaction(async (tx) => {
      await updateLink(tx, link.id, { deleted_at: new Date().toISOString() })
      await updateLesson(tx, link.lesson_id, { lti: (await countLinks(tx, link.lesson_id)) > 0 })
    })
  })

  route(app, ltiApi.launch, async ({ params, actor, body }) => {
    const { link, tool } = found(await findLink(db, params.id))
    await findOpen(actor, link.lesson_id)
    const { target, consent } = body()
    if (tool.deleted_at !== null) {
      throw new Refusal('wrong-state', { detail: 'Школа убрала этот инструмент: открыть его нельзя.' })
    }
    await count(db, { key: `lti-launch:account:${actor.id}`, limit: launchLimit })
    const token = newToken()
    const subject = await db.transaction(async (tx) => {
      await needConsent(tx, actor, tool, consent)
      await insertLaunch(tx, { token_hash: hashToken(token), link_id: link.id, user_id: actor.id, target })
      return ensureSubject(tx, tool.id, actor.id)
    })
    return {
      url:
        target === 'frame'
          ? ltiServicesApi.frame.path.replace('{token}', token)
          : loginUrl(config, tool, { subject, token }),
    }
  })

  route(app, ltiApi.results, async ({ params, actor }) => {
    const { link } = await findEditable(actor, params.id)
    const rows = await listResults(db, link.id)
    return {
      results: rows.map(({ result, person }) => ({ ...presentState(result, link), user: presentPerson(person) })),
    }
  })
}

export const ltiRoutes = (app: FastifyInstance, deps: Deps) => {
  toolRoutes(app, deps)
  linkRoutes(app, deps)
  ltiConsentRoutes(app, deps)
}
