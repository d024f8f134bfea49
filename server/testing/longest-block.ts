/**
 * Does something, and tells for how long at most it kept this thread from anything else: milliseconds of the thread's own
 * CPU time between two turns of the event loop. What other processes take from the machine does not count.
 */
export const longestBlock = async (act: () => Promise<unknown>) => {
  let longest = 0
  let watching = true
  const now = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = now()
  const turn = () => {
    const after = now()
    longest = Math.max(longest, after - before)
    before = after
    if (watching) setImmediate(turn)
  }
  setImmediate(turn)
  await act()
  // what it left to do in this turn counts, too
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  watching = false
  return longest
}
