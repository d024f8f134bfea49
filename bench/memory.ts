import { readFile } from 'node:fs/promises'

/** Resident memory of a process in megabytes; null where there is no /proc. */
export const memoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes ? Number(kilobytes) / 1024 : null
}

/** Time of the processor that a process has used so far, in milliseconds; null where there is no /proc. */
export const cpuTimeOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name of the program may have spaces; the times follow in hundredths of a second
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user === undefined || system === undefined ? null : (user + system) * 10
}

/** The same of a process with all that it has started, also of those that have ended. Linux only. */
export const treeCpuTimeOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(treeCpuTimeOf))
  return [...times.map((time) => time * 10), ...below].reduce((sum, time) => sum + time, 0)
}
