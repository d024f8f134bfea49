import { readingLimits } from '#contract/http/reading-limits.ts'
import { Refusal } from '#server/http/refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    callCounts: CallCounts
  }
}

type Counted = keyof typeof readingLimits

const details: Record<Counted, string> = {
  exportsPerPerson: 'Слишком много выгрузок подряд. Подождите несколько минут и повторите.',
  callsPerKey: 'Слишком много вызовов с этим ключом. Подождите немного и повторите.',
  callsPerTool: 'Слишком много вызовов этого инструмента. Подождите немного и повторите.',
}

/** How many callers are remembered before those whose window is over are forgotten. */
const maxKept = 10_000

/**
 * Counts calls in memory, in windows that begin with a caller's first call: without a query, and without a trace after
 * the process.
 */
export const createCallCounts = (now = Date.now) => {
  const windows = new Map<string, { until: number; count: number }>()

  const forgetOver = () => {
    for (const [key, { until }] of windows) if (until <= now()) windows.delete(key)
  }

  return {
    /** Counts a call of a person, key or tool. 429 with `Retry-After` over the limit. */
    count: (kind: Counted, id: number) => {
      const { count: max, window } = readingLimits[kind]
      const key = `${kind}:${id}`
      const known = windows.get(key)
      if (!known || known.until <= now()) {
        if (windows.size >= maxKept) forgetOver()
        windows.set(key, { until: now() + window, count: 1 })
        return
      }
      known.count += 1
      if (known.count > max)
        throw new Refusal('too-many', { detail: details[kind], retryAfter: (known.until - now()) / 1000 })
    },
    /** How many callers are remembered. */
    size: () => windows.size,
  }
}

/** What `createCallCounts` returns. */
type CallCounts = ReturnType<typeof createCallCounts>
