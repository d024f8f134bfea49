import { setTimeout as later } from 'node:timers'

/**
 * Runs `act` and returns the longest time that it blocked this thread: milliseconds of the thread's own CPU time
 * between two turns of the event loop. The load of other processes on the machine does not count.
 */
export const longestBlock = async (act: () => Promise<unknown>) => {
  let longest = 0
  let watching = true
  const now = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = now()
  const measure = () => {
    const after = now()
    longest = Math.max(longest, after - before)
    before = after
  }
  const turn = () => {
    measure()
    // a timer of a millisecond comes in each turn that does something; to turn at once would keep a core busy
    if (watching) later(turn, 1)
  }
  turn()
  await act()
  // work that it left for this turn counts, too
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  measure()
  watching = false
  return longest
}
