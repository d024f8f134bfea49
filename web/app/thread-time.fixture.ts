/**
 * The CPU time that work takes this thread before it returns, in milliseconds: what else keeps the machine busy does
 * not count.
 */
export const threadMs = (work: () => void) => {
  const began = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}
