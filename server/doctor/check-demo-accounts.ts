import { closesDemoAccounts, publishedPassword } from '#server/auth/demo-password.ts'
import { checkPassword } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import { type Finding, failure } from '#server/doctor/checks.ts'
import { listDemoHashes } from '#server/doctor/demo-accounts.repo.ts'

/**
 * A site that began as a demo school and went public keeps its accounts. Their password, which everybody knows, opens
 * none of them there (`closesDemoAccounts`), but they are nobody's. The doctor says of a site with `DEMO=true` that it
 * is a demo.
 */
export const checkDemoAccounts = async (
  config: Pick<Config, 'demo' | 'behindProxy' | 'host'>,
  url: string,
): Promise<Finding[]> => {
  if (!closesDemoAccounts(config)) return []
  let known = 0
  // a database without tables has no accounts; what is wrong with it, its own check says
  for (const { password_hash, count } of await listDemoHashes(url).catch(() => []))
    if (await checkPassword(password_hash, publishedPassword)) known += count
  if (known === 0) return []
  return [
    failure(
      `Остались учётные записи демо-школы с паролем, который знают все (почта на demo.example): ${known}. Войти с ним здесь нельзя. Отключите эти записи или начните с пустой базы.`,
    ),
  ]
}
