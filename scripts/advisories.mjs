import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { npm } from './install.mjs'
import { root } from './project.mjs'

/**
 * What `npm audit --json` has found, in lines, and whether it is grave; `lines` is null when the registry did not
 * answer.
 */
export function readAudit(output) {
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return { lines: null, isGrave: false }
  }
  if (!report.vulnerabilities) return { lines: null, isGrave: false }
  const found = Object.values(report.vulnerabilities)
  return {
    lines: found.map(({ name, severity, range, fixAvailable }) =>
      [`${name} ${range}: ${severity}`, fixAvailable ? 'исправление есть' : 'исправления пока нет'].join(', '),
    ),
    isGrave: found.some(({ severity }) => severity === 'high' || severity === 'critical'),
  }
}

/**
 * Asks the registry for known vulnerabilities, once: without a network this is no reason to wait. Prints what it says,
 * or that it said nothing; returns whether one of them is grave.
 */
export async function showAdvisories() {
  const [program, ...args] = npm()
  const options = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const child = spawn(program, [...args, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const { lines, isGrave } = readAudit(await text(child.stdout))
  if (lines === null) console.log('Известные уязвимости не проверены: реестр npm не ответил на запрос.')
  else console.log(lines.length > 0 ? `Известные уязвимости:\n${lines.join('\n')}` : 'Известных уязвимостей нет.')
  return isGrave
}
