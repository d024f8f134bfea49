import type { ChangeOrder } from '#contract/journal/journal.schema.ts'
import { randomId } from '#web/data/random-id.ts'

const page = randomId()
let sent = 0

/**
 * The place of the change that is sent next among those of this page: the server refuses one that arrives after a later
 * one. Its response was taken for lost, and the person may have changed the same place again.
 */
export const nextOrder = (): ChangeOrder => {
  sent += 1
  return { page, number: sent }
}
