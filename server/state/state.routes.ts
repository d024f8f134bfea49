import type { FastifyInstance } from 'fastify'
import type { PolicyDirective } from '#contract/state/policy-reports.ts'
import { stateApi } from '#contract/state/state.api.ts'
import type { FailureChoice } from '#contract/state/state.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { deleteFailures, listFailures, repeatFailures } from '#server/state/failures.repo.ts'
import type { createStateMeter } from '#server/state/measure-state.ts'
import { deletePolicyReports, listPolicyReports } from '#server/state/policy-reports.repo.ts'
import { presentFailure } from '#server/state/present-failure.ts'

const acts = { 'failures-repeated': repeatFailures, 'failures-removed': deleteFailures }

/** Repeats or removes what was set aside, and records how much it was. */
const settle = (db: Db, actor: Actor, kind: keyof typeof acts, choice: FailureChoice) =>
  db.transaction(async (tx) => {
    const count = await acts[kind](tx, choice)
    if (count > 0)
      await addAuditEntry(tx, { actor, kind, object: { kind: 'settings', id: 'state' }, before: {}, after: { count } })
    return { count }
  })

export const stateRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps
  let meter: ReturnType<typeof createStateMeter> | undefined
  /** Loads with the first curator who asks: what it needs would take memory from the start. */
  const load = async () => {
    const { createStateMeter } = await import('#server/state/measure-state.ts')
    meter ??= createStateMeter(deps)
    return meter
  }

  route(app, stateApi.get, async () => ({ state: await (await load()).read() }))

  route(app, stateApi.failures, async () => {
    const rows = await listFailures(db)
    return { failures: rows.map(presentFailure), total: rows[0]?.total ?? 0 }
  })

  route(app, stateApi.repeat, async ({ actor, body }) => {
    const done = await settle(db, actor, 'failures-repeated', body())
    meter?.forget()
    return done
  })

  route(app, stateApi.remove, async ({ actor, body }) => {
    const done = await settle(db, actor, 'failures-removed', body())
    meter?.forget()
    return done
  })

  route(app, stateApi.policyReports, async () => {
    const rows = await listPolicyReports(db)
    return { reports: rows.map(({ directive, ...row }) => ({ ...row, directive: directive as PolicyDirective })) }
  })

  route(app, stateApi.clearPolicyReports, async ({ actor }) => {
    await db.transaction(async (tx) => {
      const count = await deletePolicyReports(tx)
      const object = { kind: 'settings', id: 'state' } as const
      if (count > 0)
        await addAuditEntry(tx, { actor, kind: 'policy-reports-removed', object, before: {}, after: { count } })
    })
  })
}
