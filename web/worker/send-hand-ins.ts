import { type IDBPDatabase, openDB } from 'idb'
import type { TaskStatus } from '#contract/tasks/tasks.statuses.ts'
import { sameText } from '#web/drafts/same-text.ts'
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
  task: {
    status: { slug: TaskStatus }
    draft: { content: string; files: { id: string }[]; link: string | null } | null
  }
}

/** Whether a task on the server has this very draft: an earlier save reached it, whose answer was lost. */
const hasDraft = ({ draft }: TaskAnswer['task'], { draft: { content, file_ids, link } }: SendingHandIn) =>
  draft !== null &&
  // with new links to files, and without what the editor adds for itself
  sameText(draft.content, content) &&
  (draft.link ?? '') === link &&
  draft.files.map(({ id }) => id).join() === file_ids.join()

/** `moved`: the task is a draft no more, perhaps by this very hand-in, whose answer was lost. */
const saveDraft = async (handIn: SendingHandIn): Promise<Outcome | 'moved'> => {
  const saved = await request(handIn, 'PUT', '/draft', putJson(handIn.draft))
  if (saved.status !== 409) return outcomeOf(saved)
  const response = await request(handIn, 'GET', '')
  if (!response.ok) return outcomeOf(response)
  const { task }: TaskAnswer = await response.json()
  if (!['draft', 'returned'].includes(task.status.slug)) return 'moved'
  return hasDraft(task, handIn) ? 'sent' : 'refused'
}

/**
 * Saves the draft and the answers to remarks, then hands it in. What the server refuses is left to the person, on the
 * device.
 */
const send = async (handIn: SendingHandIn): Promise<Outcome> => {
  try {
    const saved = await saveDraft(handIn)
    if (saved === 'again' || saved === 'refused') return saved
    for (const { remarkId, answer } of saved === 'moved' ? [] : (handIn.answers ?? [])) {
      const answered = outcomeOf(await request(handIn, 'PUT', `/remarks/${remarkId}`, putJson({ answer })))
      if (answered !== 'sent') return answered
    }
    // by its key the server knows what it has already, and hands nothing else in
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
