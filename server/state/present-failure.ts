import { kindGroups } from '#contract/notifications/notification-kinds.ts'
import type { Failure } from '#contract/state/state.schema.ts'
import { effectName, obligedKinds } from '#server/effects/effect-kinds.ts'
import { reasonSentence } from '#server/effects/failure-reason.ts'
import type { FailureRow } from '#server/state/failures.repo.ts'

/** The names of events by their kind: those of the groups that people choose channels for. */
const eventNames = new Map(
  Object.values(kindGroups).flatMap((groups) =>
    groups.flatMap(({ title, kinds }) => kinds.map((kind) => [kind as string, title] as const)),
  ),
)

const nameOf = ({ queue, kind }: FailureRow) => {
  if (queue === 'effects') return effectName(kind)
  const about = eventNames.get(kind)
  const what = queue === 'letters' ? 'Письмо о событии' : 'Уведомление в браузере'
  return about ? `${what}: ${about}` : what
}

/** What was set aside, without anything about people. */
export const presentFailure = (row: FailureRow): Failure => ({
  queue: row.queue,
  id: row.id,
  name: nameOf(row),
  since: new Date(row.since).toISOString(),
  set_aside_at: new Date(row.set_aside_at).toISOString(),
  attempts: row.attempts,
  reason: reasonSentence(row.last_error),
  removable: row.queue !== 'effects' || !(obligedKinds as readonly string[]).includes(row.kind),
})
