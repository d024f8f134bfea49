import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clamdAt } from '#server/antivirus/clamd.ts'
import { freePort } from '#server/testing/free-port.ts'

const program = '/usr/sbin/clamd'

/** Why ClamAV cannot be tested here; null when it can. `npm test` installs it as root on Debian. */
export const missingClamd = () =>
  spawnSync(program, ['--version']).status === 0
    ? null
    : 'нет ClamAV; установите его: sudo apt-get install clamav-daemon'

/** The harmless file that every virus scanner finds (eicar.org), in two parts so that none finds it here. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** How many bytes the daemon of the tests takes. */
const maxScanned = 2 ** 20

/** Debian's ClamAV, which knows of one virus alone: `eicar`. Returns its address, and how to stop it. */
export const startClamd = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-clamd-'))
  const port = await freePort()
  const known = join(folder, 'known')
  await mkdir(known)
  await writeFile(join(known, 'known.hdb'), '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Signature\n')
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${known}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `StreamMaxLength ${maxScanned}`,
  ]
  const path = join(folder, 'clamd.conf')
  await writeFile(path, `${settings.join('\n')}\n`)
  const daemon = spawn(program, ['--config-file', path], { stdio: 'ignore' })
  const ended = once(daemon, 'exit')
  const url = `tcp://127.0.0.1:${port}?max=${maxScanned}`
  const isThere = () =>
    clamdAt(url)
      .ping()
      .then(() => true)
      .catch(() => false)
  while (!(await isThere())) {
    if (daemon.exitCode !== null) throw new Error('ClamAV did not start.')
    await sleep(50)
  }
  const stop = async () => {
    daemon.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { url, stop }
}
