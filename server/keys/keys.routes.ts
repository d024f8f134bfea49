import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import { keyPrefix, maxKeys } from '#contract/keys/key-scopes.ts'
import { keysApi } from '#contract/keys/keys.api.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { needFreshPassword } from '#server/auth/fresh-password.ts'
import { newToken } from '#server/auth/open-session.ts'
import type { Deps } from '#server/deps.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'
import { countKeys, deleteKey, findKey, insertKey, type KeyRow, listKeys } from '#server/keys/keys.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

const object = { kind: 'settings', id: 'keys' } as const

const present = (row: KeyRow) => ({ ...row, user: presentPerson(row.user) })

export const keysRoutes = (app: FastifyInstance, { db }: Deps) => {
  route(app, keysApi.list, async () => ({ keys: (await listKeys(db)).map(present) }))

  route(app, keysApi.create, async ({ actor, body, request }) => {
    needFreshPassword(request)
    const { name, scopes, days } = body()
    const token = keyPrefix + newToken()
    const expires_at = new Date(Date.now() + days * dayMs).toISOString()
    const key = await db.transaction(async (tx) => {
      if ((await countKeys(tx)) >= maxKeys) {
        throw new Refusal('wrong-state', { detail: `Ключей уже ${maxKeys}. Удалите те, которыми не пользуются.` })
      }
      const id = await insertKey(tx, { name, scopes, expires_at, user_id: actor.id, token_hash: hashToken(token) })
      await addAuditEntry(tx, { actor, kind: 'key-created', object, after: { key: id, scopes, expires_at } })
      return found(await findKey(tx, id))
    })
    return { key: present(key), token }
  })

  route(app, keysApi.remove, async ({ params, actor }) => {
    await db.transaction(async (tx) => {
      found((await deleteKey(tx, params.id)) || null)
      await addAuditEntry(tx, { actor, kind: 'key-removed', object, before: { key: params.id } })
    })
  })
}
