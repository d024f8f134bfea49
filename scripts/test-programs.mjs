import { existsSync } from 'node:fs'
import { run } from './project.mjs'

/** Programs that tests talk to, and their packages in Debian. */
const programs = {
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/clamd': 'clamav-daemon',
  '/usr/bin/faketime': 'faketime',
}

/** Gives up soon where no package server responds. */
const apt = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/**
 * Installs those that are missing, as root on Debian. Without them the tests run, and report which of them they skip.
 */
export async function ensureTestPrograms() {
  const missing = Object.entries(programs).filter(([path]) => !existsSync(path))
  if (!missing.length || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = missing.map(([, name]) => name)
  console.log(`Устанавливаю для тестов: ${packages.join(', ')}…`)
  // in run level 1 the packages do not start their services
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = [...apt, 'install', '-y', '--no-install-recommends', ...packages]
  // lists that are there already may do
  if ((await run('apt-get', install, { env, stdio: 'ignore' })) === 0) return
  await run('apt-get', [...apt, 'update'], { env })
  const code = await run('apt-get', install, { env })
  if (code !== 0) console.log('Установились не все: тесты с остальными будут пропущены.')
}
