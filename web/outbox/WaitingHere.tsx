import { useEffect, useState } from 'react'
import { counted } from '#contract/plural.ts'
import { listEntries } from '#web/outbox/outbox-entries.ts'
import { type WaitingKind, waitingKinds } from '#web/outbox/outbox-flag.ts'

const nouns: Record<WaitingKind, [one: string, few: string, many: string]> = {
  verdict: ['решение', 'решения', 'решений'],
  mark: ['изменение в журнале', 'изменения в журнале', 'изменений в журнале'],
  'hand-in': ['работа', 'работы', 'работ'],
  quiz: ['ответ на тест', 'ответа на тест', 'ответов на тест'],
}

/** How much of a kind waits: a page keeps its changes of a journal in one entry. */
const countOf = async (kind: WaitingKind) => {
  const entries = await listEntries<unknown>(kind)
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
