import { type IDBPDatabase, openDB } from 'idb'
import {
  type EntryId,
  type OutboxSchema,
  outboxName,
  outboxVersion,
  startingWith,
  upgradeOutbox,
} from '#web/outbox/outbox-schema.ts'
import { keyLifeMs, type SendingHandIn } from '#web/outbox/sending-hand-in.ts'

/** `again`: nobody has answered, or the server cannot now. */
type Outcome = 'sent' | 'again' | 'refused'

const outcomeOf = ({ ok, status }: Response): Outcome =>
  ok ? 'sent' : status >= 500 || status === 429 ? 'again' : 'refused'

const request = (handIn: SendingHandIn, method: string, path: string, rest: RequestInit = {}) =>
  fetch(`/api/tasks/${handIn.taskId}${path}`, {
    ...rest,
    method,
    headers: { accept: 'application/json', authorization: `Bearer ${handIn.token}`, ...rest.headers },
    cache: 'no-store',
  })

const putJson = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

interface TaskAnswer {
  task?: { draft?: { content: string; files: { id: string }[]; link: string | null } | null }
}

/** Whether the server has this very draft: an earlier save reached it, whose answer was lost. */
const hasDraft = async (handIn: SendingHandIn) => {
  const response = await request(handIn, 'GET', '')
  const { task }: TaskAnswer = response.ok ? await response.json() : {}
  const { content, file_ids, link } = handIn.draft
  const draft = task?.draft
  return (
    draft?.content === content &&
    (draft.link ?? '') === link &&
    draft.files.map(({ id }) => id).join() === file_ids.join()
  )
}

const saveDraft = async (handIn: SendingHandIn): Promise<Outcome> => {
  const saved = await request(handIn, 'PUT', '/draft', putJson(handIn.draft))
  return saved.status === 409 && (await hasDraft(handIn)) ? 'sent' : outcomeOf(saved)
}

/**
 * Saves the draft and the answers to remarks, then hands it in. What the server refuses is left to the person, on the
 * device.
 */
const send = async (handIn: SendingHandIn): Promise<Outcome> => {
  try {
    const saved = await saveDraft(handIn)
    if (saved !== 'sent') return saved
    for (const { remarkId, answer } of handIn.answers ?? []) {
      const answered = outcomeOf(await request(handIn, 'PUT', `/remarks/${remarkId}`, putJson({ answer })))
      if (answered !== 'sent') return answered
    }
    return outcomeOf(await request(handIn, 'POST', '/submit', { headers: { 'idempotency-key': handIn.key } }))
  } catch {
    return 'again'
  }
}

/** What pages have left of it: what was handed in is no draft any more. */
const forgetDraft = async (
  database: IDBPDatabase<OutboxSchema>,
  [, userId]: EntryId,
  { taskId, value }: SendingHandIn,
) => {
  await database.delete('entries', ['hand-in', userId, String(taskId), ''])
  const range = startingWith('draft', userId, `task:${taskId}`)
  for (const id of await database.getAllKeys('entries', range)) {
    const kept = (await database.get('entries', id))?.value as { value?: unknown } | null | undefined
    if (JSON.stringify(kept?.value) === JSON.stringify(value)) await database.delete('entries', id)
  }
}

/** Sends what waits; resolves with whether nothing has to be tried again. */
export const sendHandIns = async () => {
  const database = await openDB<OutboxSchema>(outboxName, outboxVersion, { upgrade: upgradeOutbox })
  try {
    let isDone = true
    for (const id of await database.getAllKeys('entries', startingWith('sending'))) {
      const entry = await database.get('entries', id)
      const handIn = entry?.value as SendingHandIn | null | undefined
      const outcome = !entry || !handIn || entry.at < Date.now() - keyLifeMs ? 'refused' : await send(handIn)
      if (outcome === 'again') isDone = false
      else await database.delete('entries', id)
      if (outcome === 'sent' && handIn) await forgetDraft(database, id, handIn)
    }
    return isDone
  } finally {
    // an open connection would keep a later version of the site from changing the database
    database.close()
  }
}
