import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, fine, patienceMs, warning } from '#server/doctor/checks.ts'

/** What systemd says of this machine's clock: `yes`, `no`, or null where there is none that could say it. */
const askSystem = async () => {
  const asked = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: patienceMs,
  })
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}

/** Whether this machine's clock is kept right: logs, links, codes and signed messages rely on it. */
export const checkClock = async (ask: () => Promise<string | null> = askSystem): Promise<Finding> => {
  const answer = await ask()
  if (answer === 'yes') return fine('Часы этой машины сверяются с точным временем.')
  if (answer === 'no')
    return warning('Часы этой машины ни с чем не сверяются. Включите: apt-get install systemd-timesyncd.')
  return warning('Сверяются ли часы этой машины, отсюда не узнать. Проверьте на ней самой: timedatectl.')
}
