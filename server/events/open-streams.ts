import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { EventStream } from '#server/events/event-stream.ts'
import type { StoredEvent } from '#server/events/events.repo.ts'

/** The open streams of this process, by person: an event finds its streams without looking at all others. */
export const createOpenStreams = () => {
  const byPerson = new Map<number, Set<EventStream>>()
  const ofCurators = new Set<EventStream>()
  let size = 0

  const sortByRole = (stream: EventStream) => {
    if (curates(stream.actor, 'courses')) ofCurators.add(stream)
    else ofCurators.delete(stream)
  }

  const add = (stream: EventStream) => {
    const own = byPerson.get(stream.actor.id) ?? new Set()
    byPerson.set(stream.actor.id, own)
    if (own.has(stream)) return
    own.add(stream)
    size += 1
    sortByRole(stream)
  }

  const remove = (stream: EventStream) => {
    const own = byPerson.get(stream.actor.id)
    if (!own?.delete(stream)) return
    size -= 1
    if (own.size === 0) byPerson.delete(stream.actor.id)
    ofCurators.delete(stream)
  }

  return {
    size: () => size,
    add,
    remove,
    /** Changes the role and the rights of a stream's person. */
    setRights: (stream: EventStream, { role, rights }: Pick<Actor, 'role' | 'rights'>) => {
      stream.actor = { ...stream.actor, role, rights }
      if (byPerson.get(stream.actor.id)?.has(stream)) sortByRole(stream)
    },
    /** All streams. */
    all: () => [...byPerson.values()].flatMap((own) => [...own]),
    /** A person's streams, the oldest first. */
    of: (userId: number) => [...(byPerson.get(userId) ?? [])],
    /** The streams that receive an event, each once. */
    receiving: ({ user_ids, to_curators }: Pick<StoredEvent, 'user_ids' | 'to_curators'>) => {
      const found = new Set<EventStream>(to_curators ? ofCurators : [])
      for (const id of user_ids) for (const stream of byPerson.get(id) ?? []) found.add(stream)
      return [...found]
    },
  }
}
