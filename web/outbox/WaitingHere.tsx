import { useEffect, useState } from 'react'
import { counted } from '#contract/plural.ts'
import { currentUser } from '#web/auth/session.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { listEntries } from '#web/outbox/outbox-entries.ts'
import { type WaitingKind, waitingKinds } from '#web/outbox/outbox-flag.ts'

const nouns: Record<WaitingKind, [one: string, few: string, many: string]> = {
  verdict: ['решение', 'решения', 'решений'],
  mark: ['изменение в журнале', 'изменения в журнале', 'изменений в журнале'],
  'hand-in': ['работа', 'работы', 'работ'],
  quiz: ['ответ на тест', 'ответа на тест', 'ответов на тест'],
  scorm: ['результат пакета', 'результата пакета', 'результатов пакета'],
}

/** How much of a person's waits, of a kind: a page keeps its changes of a journal in one entry. */
const countOf = async (kind: WaitingKind) => {
  // without a network nobody may be loaded: then this is the device of the person that it keeps lessons for
  const own = currentUser()?.id ?? keptFor()
  const entries = await (own === null ? listEntries(kind) : listEntries(kind, own))
  return entries.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)
}

/** What this device has and the server does not, where nothing else can be shown. */
const WaitingHere = () => {
  const [text, setText] = useState('')
  useEffect(() => {
    void Promise.all(waitingKinds.map(countOf)).then((counts) => {
      const parts = waitingKinds.map((kind, index) => [counts[index] ?? 0, nouns[kind]] as const)
      setText(parts.flatMap(([count, forms]) => (count > 0 ? [counted(count, ...forms)] : [])).join(', '))
    })
  }, [])
  return text && <p>Ждёт связи и сохранено на этом устройстве: {text}.</p>
}

export default WaitingHere
