import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Draft, Task } from '#contract/tasks/tasks.schema.ts'
import { act } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { DraftFields } from '#web/drafts/draft-fields.ts'
import type { ServerDraft } from '#web/drafts/draft-sync.ts'
import { mayOutlive } from '#web/drafts/drafts.queries.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'
import { sameText } from '#web/drafts/same-text.ts'
import { draftBody } from '#web/outbox/sending-hand-in.ts'
import { reloadTask } from '#web/tasks/tasks.queries.ts'

/** What a student writes and attaches before it is handed in. */
export interface HandInValue {
  content: string
  files: StoredFile[]
  /** A whole address; empty for none. */
  link: string
}

/** The parts of a hand-in, for two versions side by side. */
export const handInFields: DraftFields<HandInValue> = {
  content: { label: 'Ответ', rich: true },
  files: {
    label: 'Файлы',
    of: (files) => files.map(({ id }) => id),
    show: (files) => files.map(({ name }) => name).join('\n'),
  },
  link: { label: 'Ссылка' },
}

/** Whether there is nothing to hand in. */
export const isEmptyHandIn = ({ content, files, link }: HandInValue) =>
  isEmptyRichText(content) && files.length === 0 && link === ''

const equal = (a: HandInValue, b: HandInValue) =>
  a.link === b.link &&
  a.files.map(({ id }) => id).join() === b.files.map(({ id }) => id).join() &&
  sameText(a.content, b.content)

const isFile = (file: unknown): file is StoredFile => {
  const { id, name, type, size, url } = (file ?? {}) as Record<string, unknown>
  return [id, name, type, url].every((text) => typeof text === 'string') && typeof size === 'number'
}

// a draft without a link may have been kept before there were any
const read = (value: unknown): HandInValue | undefined => {
  const { content, files, link = '' } = (value ?? {}) as Record<string, unknown>
  return typeof content === 'string' && typeof link === 'string' && Array.isArray(files) && files.every(isFile)
    ? { content, files, link }
    : undefined
}

/** The draft of a task as its keeper has it. */
export const asServerDraft = (draft: Draft): ServerDraft<HandInValue> => {
  const { content, files, link, revision, saved_at } = draft
  return { value: { content, files, link: link ?? '' }, revision, saved_at }
}

/** The draft of the user's own task as the server has shown it; null for somebody else's. */
export const serverDraftOf = (task: Task) => task.draft && asServerDraft(task.draft)

const saveWith =
  (client: QueryClient, userId: number, taskId: number): DraftSource<HandInValue>['save'] =>
  async (value, revision, deliberate) => {
    const body = draftBody(value, revision)
    try {
      const { task } = await act(tasksApi.saveDraft, {
        params: { id: taskId },
        body,
        as: userId,
        background: !deliberate,
        keepalive: document.hidden && mayOutlive(body),
      })
      return asServerDraft(task.draft as Draft)
    } catch (error) {
      // handed in or taken out of reach elsewhere: the page has to show the state as it is
      if (error instanceof ApiError && error.code === 'wrong-state') void reloadTask(client, taskId).catch(() => {})
      throw error
    }
  }

/** The key of a task's draft on the device. */
export const taskDraftKey = (taskId: number) => `task:${taskId}`

/** Where the draft of a task is kept: with its task. */
export const useHandInSource = (task: Task, userId: number): DraftSource<HandInValue> => {
  const client = useQueryClient()
  return {
    userId,
    key: taskDraftKey(task.id),
    none: { content: '', files: [], link: '' },
    begin: async () => serverDraftOf(task),
    load: async () => asServerDraft((await reloadTask(client, task.id)).draft as Draft),
    save: saveWith(client, userId, task.id),
    read,
    equal,
    isNone: isEmptyHandIn,
    // the links of files work for some hours only
    freshen: (own, { files }) => ({ ...own, files }),
  }
}
