import { dayMs } from '#contract/durations.ts'

/** An answer to a remark in an open field. */
export interface TypedAnswer {
  remarkId: number
  answer: string
}

/** What the save of a task's draft sends; `revision` is the server's, which it is based on. */
export interface DraftBody {
  content: string
  file_ids: string[]
  link: string
  revision: number
}

/** The body of a draft's save, of the draft as pages keep it. */
export const draftBody = (
  { content, files, link }: { content: string; files: readonly { id: string }[]; link: string },
  revision: number,
): DraftBody => ({ content, file_ids: files.map(({ id }) => id), link, revision })

/** A hand-in that waits for the network, with all that is needed to send it when no page is open any more. */
export interface SendingHandIn {
  taskId: number
  /** The idempotency key of the hand-in: the same for every try, of the page and of the service worker. */
  key: string
  draft: DraftBody
  /** Answers to remarks that were typed and not saved. */
  answers?: TypedAnswer[]
  /** The draft as the page keeps it on the device. */
  value: unknown
  /** The page that keeps it, which may have more by now. */
  page?: string
  /** The person's session: kept here only until the hand-in was sent, or they sign out. */
  token: string
}

/** The name by which the browser reminds the service worker of hand-ins once there is a network. */
export const sendTag = 'hand-ins'

/** How long the server repeats its answer to the key of a hand-in, in milliseconds. */
export const keyLifeMs = dayMs
