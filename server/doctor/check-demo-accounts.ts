import { checkPassword } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import { type Finding, failure } from '#server/doctor/checks.ts'
import { listDemoHashes } from '#server/doctor/demo-accounts.repo.ts'

/** Printed in README.md, and by each start of a demo school. */
const knownPassword = 'demo-password'

const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

/**
 * A site that began as a demo school and went public keeps its accounts, whose password everybody knows. Only a site that
 * others can reach is looked at; the doctor says of one with `DEMO=true` that it is one.
 */
export const checkDemoAccounts = async (
  { demo, behindProxy, host }: Pick<Config, 'demo' | 'behindProxy' | 'host'>,
  url: string,
): Promise<Finding[]> => {
  if (demo || !(behindProxy || isEverywhere(host))) return []
  let known = 0
  // a database without tables has no accounts; what is wrong with it, its own check says
  for (const { password_hash, count } of await listDemoHashes(url).catch(() => []))
    if (await checkPassword(password_hash, knownPassword)) known += count
  if (known === 0) return []
  return [
    failure(
      `Открыты учётные записи демо-школы с паролем, который знают все (почта на demo.example): ${known}. Отключите их или начните с пустой базы.`,
    ),
  ]
}
