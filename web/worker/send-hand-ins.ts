import { type IDBPDatabase, openDB } from 'idb'
import type { TaskStatus } from '#contract/tasks/tasks.statuses.ts'
import type { DeviceCopy } from '#web/drafts/draft-sync.ts'
import { sameText } from '#web/drafts/same-text.ts'
import {
  type EntryId,
  type OutboxSchema,
  outboxName,
  outboxVersion,
  startingWith,
  upgradeOutbox,
} from '#web/outbox/outbox-schema.ts'
import { type DraftBody, draftBody, keyLifeMs, type SendingHandIn } from '#web/outbox/sending-hand-in.ts'
import type { HandInValue } from '#web/tasks/hand-in-draft.ts'

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
    draft: { content: string; files: { id: string }[]; link: string | null; revision: number } | null
  }
}

/** What is handed in: the body of the draft's save, and the draft as pages keep it. */
type Written = Pick<SendingHandIn, 'draft' | 'value'>

/** What the page has of the draft by now: somebody who waits for the network may write on. */
const readWritten = async (
  database: IDBPDatabase<OutboxSchema>,
  [, userId]: EntryId,
  { taskId, draft, value, page }: SendingHandIn,
): Promise<Written> => {
  if (page === undefined) return { draft, value }
  const copy = (await database.get('entries', ['draft', userId, `task:${taskId}`, page]))?.value as
    | DeviceCopy<HandInValue>
    | null
    | undefined
  if (!copy) return { draft, value }
  return { draft: draftBody(copy.value, copy.revision), value: copy.value }
}

/** Whether a task on the server has this very draft: an earlier save reached it, whose answer was lost. */
const hasDraft = ({ draft }: TaskAnswer['task'], { content, file_ids, link }: DraftBody) =>
  draft !== null &&
  // with new links to files, and without what the editor adds for itself
  sameText(draft.content, content) &&
  (draft.link ?? '') === link &&
  draft.files.map(({ id }) => id).join() === file_ids.join()

/** `moved`: the task is a draft no more, perhaps by this very hand-in, whose answer was lost. */
const saveDraft = async (handIn: SendingHandIn, draft: DraftBody): Promise<Outcome | 'moved'> => {
  const put = (revision: number) => request(handIn, 'PUT', '/draft', putJson({ ...draft, revision }))
  const saved = await put(draft.revision)
  if (saved.status !== 409) return outcomeOf(saved)
  const response = await request(handIn, 'GET', '')
  if (!response.ok) return outcomeOf(response)
  const { task }: TaskAnswer = await response.json()
  if (!['draft', 'returned'].includes(task.status.slug)) return 'moved'
  if (hasDraft(task, draft)) return 'sent'
  // what was written before is there, and no other version
  return task.draft && hasDraft(task, handIn.draft) ? outcomeOf(await put(task.draft.revision)) : 'refused'
}

/**
 * Saves the draft and the answers to remarks, then hands it in. What the server refuses is left to the person, on the
 * device.
 */
const send = async (handIn: SendingHandIn, { draft }: Written): Promise<Outcome | 'moved'> => {
  try {
    const saved = await saveDraft(handIn, draft)
    if (saved === 'again' || saved === 'refused') return saved
    for (const { remarkId, answer } of saved === 'moved' ? [] : (handIn.answers ?? [])) {
      const answered = outcomeOf(await request(handIn, 'PUT', `/remarks/${remarkId}`, putJson({ answer })))
      if (answered !== 'sent') return answered
    }
    // by its key the server knows what it has already, and hands nothing else in
    const outcome = outcomeOf(await request(handIn, 'POST', '/submit', { headers: { 'idempotency-key': handIn.key } }))
    return outcome === 'sent' ? saved : outcome
  } catch {
    return 'again'
  }
}

/** What pages have left of it: what was handed in is no draft any more. */
const forgetDraft = async (
  database: IDBPDatabase<OutboxSchema>,
  [, userId]: EntryId,
  { taskId }: SendingHandIn,
  value: unknown,
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
      if (!entry || !handIn || entry.at < Date.now() - keyLifeMs) {
        await database.delete('entries', id)
        continue
      }
      const written = await readWritten(database, id, handIn)
      const outcome = await send(handIn, written)
      if (outcome === 'again') isDone = false
      else await database.delete('entries', id)
      if (outcome === 'sent') await forgetDraft(database, id, handIn, written.value)
      // it was handed in before more was written: that stays
      if (outcome === 'moved') await forgetDraft(database, id, handIn, handIn.value)
    }
    return isDone
  } finally {
    // an open connection would keep a later version of the site from changing the database
    database.close()
  }
}
