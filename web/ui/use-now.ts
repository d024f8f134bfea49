import { useEffect, useState } from 'react'

/** The current moment, updated every `every` milliseconds: for texts like «осталось 3 часа» that must not go stale. */
export const useNow = (every = 30_000) => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
