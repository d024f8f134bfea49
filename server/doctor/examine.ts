import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, isEverywhere, readConfig } from '#server/config.ts'
import { joinConfiguredDatabase } from '#server/db/configured.ts'
import { findDueMove } from '#server/db/upgrade-embedded.ts'
import { checkClock } from '#server/doctor/check-clock.ts'
import { checkCollector } from '#server/doctor/check-collector.ts'
import { checkDatabase } from '#server/doctor/check-database.ts'
import { checkDemoAccounts } from '#server/doctor/check-demo-accounts.ts'
import { checkEncryption } from '#server/doctor/check-encryption.ts'
import { checkProvider } from '#server/doctor/check-provider.ts'
import { checkPublicAddress } from '#server/doctor/check-public-address.ts'
import {
  checkAntivirus,
  checkBackups,
  checkDisk,
  checkMail,
  checkStorage,
  checkVariables,
  type Finding,
  failure,
  warning,
} from '#server/doctor/checks.ts'
import { explain } from '#server/start-errors.ts'

/** Checks who can read the metrics. */
const checkMetrics = ({ metricsPort, metricsToken, host }: Config): Finding[] => {
  if (metricsPort === null) return [warning('METRICS_PORT не задана: показателей для Prometheus нет.')]
  if (metricsToken !== null || !isEverywhere(host)) return []
  return [
    warning(
      `Показатели на порту ${metricsPort} видны всей сети. Задайте METRICS_TOKEN или закройте порт от других машин.`,
    ),
  ]
}

/** Checks a whole set-up; changes nothing that lasts. */
export const examine = async (env: Record<string, string | undefined>): Promise<Finding[]> => {
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return [failure(error.message)]
    throw error
  }
  const disk = await checkDisk(config)
  const checkContents = async (url: string, name: string) => [
    ...(await checkDatabase(url, name)),
    ...(await checkDemoAccounts(config, url)),
  ]
  const database = async () => {
    if (config.databaseUrl) return checkContents(config.databaseUrl, 'DATABASE_URL')
    // without its folder there is nothing to start
    if (disk.state === 'failure') return []
    const cluster = join(config.dataDir, 'postgres')
    try {
      // to open it would move it
      const due = await findDueMove(cluster)
      if (due) return [warning(due)]
      // a folder that was misspelled must not become a second school
      if (!existsSync(cluster))
        return [
          warning(
            `В ${config.dataDir} базы ещё нет: её создаст первый запуск. Если сайт уже работал, проверьте DATA_DIR.`,
          ),
        ]
      const embedded = await joinConfiguredDatabase(config)
      return await checkContents(embedded.url, 'Встроенная база').finally(embedded.close)
    } catch (error) {
      return [failure(explain(error))]
    }
  }
  const direct = async () =>
    config.databaseDirectUrl ? checkDatabase(config.databaseDirectUrl, 'DATABASE_DIRECT_URL') : []
  const provider = config.oidc
    ? checkProvider(config)
    : [warning('OIDC_ISSUER не задана: люди входят с паролем, единого входа школы нет.')]
  const found = await Promise.all([
    checkVariables(config),
    database(),
    direct(),
    checkMail(config),
    checkStorage(config),
    checkAntivirus(config),
    disk,
    checkEncryption(config),
    checkClock(),
    checkBackups(config),
    checkPublicAddress(config),
    provider,
    checkMetrics(config),
    checkCollector(config, env.OTEL_EXPORTER_OTLP_HEADERS),
  ])
  return found.flat()
}
