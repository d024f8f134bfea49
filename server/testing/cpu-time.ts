/** The CPU time that work takes this process, in milliseconds: what else keeps the machine busy does not count. */
export const cpuTimeMs = async (work: () => unknown) => {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
