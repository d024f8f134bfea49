import type { QueryClient } from '@tanstack/react-query'
import type { Journal } from '#contract/journal/journal.schema.ts'
import type { SentBlock } from '#web/journal/change-journal.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { latestIn } from '#web/journal/latest-changes.ts'
import type { OwnCellChange, SetTotal } from '#web/journal/pending-changes.ts'
import { refusedBy, refusedText } from '#web/journal/refused-part.ts'
import { askToReplaceAll } from '#web/journal/replace-score.ts'
import { keepAsked } from '#web/journal/unsaved-changes.ts'

/** Changes of cells, or of totals, that were sent together. */
interface Block<Change, Sent> {
  kind: 'cells' | 'totals'
  journal: Journal
  client: QueryClient
  changes: Change[]
  /** Whether both are of the same cell, or total. */
  isSame: (one: Change, other: Change) => boolean
  /** Whether one of these is refused for what somebody else has set in the meantime. */
  isRefusedFor: (error: unknown, changes: Change[]) => boolean
  /** Returns the changes that replace that; null when they are refused for anything else. */
  replacing: (error: unknown, changes: Change[]) => Change[] | null
  sentOf: (changes: Change[]) => Sent
  send: (sent: Sent) => void
}

/**
 * Sends the rest of a refused block, or asks whether it replaces what somebody else has set. Returns what is left where
 * neither is possible.
 */
export const judgeRefusal = <Change extends OwnCellChange | SetTotal, Sent extends SentBlock & { isWhole?: boolean }>(
  error: unknown,
  { kind, journal, client, changes, isSame, isRefusedFor, replacing, sentOf, send }: Block<Change, Sent>,
): Change[] => {
  const { leftOf, newestOf } = latestIn(journal, client)
  const texts = textsIn(journal)
  const { userId, isRepeat, isUndo, isWhole = isUndo } = sentOf(changes)
  const sendNow = (some: Change[]) => {
    if (some.length > 0) send(sentOf(some))
    return []
  }
  const left = leftOf(changes)
  const named = refusedBy(error, kind, changes)
  const refused = named.filter(({ change }) => left.some((other) => isSame(other, change)))
  // refused for what was typed again meanwhile alone
  if ((named.length > 0 && refused.length === 0) || (isRefusedFor(error, changes) && !isRefusedFor(error, left)))
    return sendNow(left)
  const rest = left.filter((change) => !refused.some((other) => isSame(other.change, change)))
  const replaced = isUndo ? null : replacing(error, left)
  if (replaced) {
    const sentLater = () => {
      const newest = newestOf(left)
      return newest.length > 0 ? { kind, sent: sentOf(newest) } : null
    }
    void keepAsked({ userId, courseId: journal.course.id, sentOf: sentLater }, () =>
      askToReplaceAll(error, {
        title: kind === 'cells' ? 'Оценки уже другие' : 'Итоги уже другие',
        typed: replaced.map((change) => texts.ofAll([change])),
        replace: () => sendNow(newestOf(replaced)),
        // of a block that waited for the network, only these few stay as they are
        ...(isRepeat && { keep: () => sendNow(newestOf(rest)) }),
      }),
    )
    return []
  }
  // an undo that is pressed now is of all or none
  if ((isWhole && !isRepeat) || refused.length === 0 || rest.length === 0) return left
  send({ ...sentOf(rest), refused: refusedText(refused, texts) })
  return []
}
