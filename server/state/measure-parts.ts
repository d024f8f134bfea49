import { statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { formatSize } from '#contract/files/file-size.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { listBackups } from '#server/backup/daily-backup.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { checkDatabase } from '#server/doctor/check-database.ts'
import { checkDemoAccounts } from '#server/doctor/check-demo-accounts.ts'
import { checkProvider } from '#server/doctor/check-provider.ts'
import {
  checkAntivirus,
  checkBackups,
  checkDisk,
  checkMail,
  type Finding,
  failure,
  fine,
  warning,
} from '#server/doctor/checks.ts'
import type { BuildFacts } from '#server/http/render.ts'
import { isStorageUp, orNull } from '#server/metrics/probe.ts'
import { judgePart } from '#server/state/judge-part.ts'
import type { findSiteCounts, QueueCounts } from '#server/state/state.repo.ts'

type SiteCounts = Awaited<ReturnType<typeof findSiteCounts>>

interface Versions {
  /** The version in `package.json`. */
  version: string
  /** What this process runs, and what was built since; null without a build. */
  running: BuildFacts
  current: BuildFacts | null
  /** Whether a later version of the site has changed the database. */
  isOvertaken: boolean
}

/** Which version runs, and whether a later one is there. */
export const measureVersion = ({ version, running, current, isOvertaken }: Versions) => {
  const isBehind = current !== null && (current.folder !== running.folder || current.server !== running.server)
  const names = [running.commit && `коммит ${running.commit}`, running.folder && `сборка ${running.folder}`]
  return judgePart(
    'version',
    [
      [version, ...names.filter(Boolean)].join(', '),
      'Новых версий в интернете сайт не ищет: о них сообщает тот, кто его обслуживает.',
    ],
    [
      ...(isBehind ? [warning('Новая версия уже собрана. Перезапустите сайт, и он перейдёт на неё.')] : []),
      ...(isOvertaken
        ? [warning('Базу уже обновила более новая версия сайта на другом сервере. Обновите и этот сервер.')]
        : []),
    ],
    running.at,
  )
}

/** The database, with what the doctor finds about it, and its replica. */
export const measureDatabase = async ({ config, url, replica }: Deps, counts: SiteCounts | null) => {
  const [findings, trouble] = await Promise.all([
    checkDatabase(url, config.databaseUrl ? 'DATABASE_URL' : 'Встроенная база'),
    replica ? replica.findTrouble().catch(() => 'Состояние реплики узнать не получилось.') : null,
  ])
  return judgePart(
    'database',
    [
      ...(counts ? [`Размер: ${formatSize(counts.database_size)}`] : []),
      ...(config.databaseUrl ? [] : ['База встроенная: она работает вместе с сайтом на этой машине.']),
    ],
    [
      ...findings,
      ...(counts ? [] : [failure('Сайт не дождался ответа базы данных.')]),
      ...(replica ? [trouble ? warning(trouble) : fine('Реплика не отстаёт.')] : []),
    ],
  )
}

const bucketGone = 'Хранилище файлов не отвечает: файлы не открываются и не загружаются. Проверьте S3_URL.'
const folderGone = 'В папку файлов не записать: файлы не загружаются. Проверьте диск и права на неё.'

/** Where files are, and how much they take. */
export const measureStorage = async ({ config, files }: Deps, sum: { count: number; bytes: number } | null) => {
  const [isUp, antivirus] = await Promise.all([isStorageUp(files), config.clamavUrl && checkAntivirus(config)])
  const place = config.s3Url ? `хранилище S3 ${new URL(config.s3Url).host}` : `папка ${config.dataDir}/files`
  return judgePart(
    'storage',
    [
      ...(sum ? [`Файлов: ${formatNumber(sum.count)}, вместе ${formatSize(sum.bytes)}`] : []),
      `Где они лежат: ${place}`,
    ],
    [...(isUp ? [] : [failure(config.s3Url ? bucketGone : folderGone)]), ...(antivirus ? [antivirus] : [])],
  )
}

/** The disk of `DATA_DIR`. */
export const measureDisk = async (config: Config) => {
  const [finding, disk] = await Promise.all([checkDisk(config), orNull(statfs(config.dataDir))])
  const size = disk ? [`Всего на диске: ${formatSize(disk.blocks * disk.bsize)}`] : []
  return judgePart('disk', size, [finding])
}

const queueFacts = ({ waiting, failing, set_aside }: QueueCounts) => [
  `Ждут очереди: ${formatNumber(waiting)}`,
  ...(failing > 0 ? [`Не получились и повторяются: ${formatNumber(failing)}`] : []),
  ...(set_aside > 0 ? [`Отложены: ${formatNumber(set_aside)}`] : []),
]

const queueFindings = ({ waiting, failing, set_aside }: QueueCounts, what: string): Finding[] => [
  ...(set_aside > 0 ? [failure(`${what}: исправьте причину и повторите отложенное, список внизу страницы.`)] : []),
  ...(failing > 0 ? [warning('Сайт повторяет сам, всё реже. Причина написана в журнале сервера.')] : []),
  ...(waiting > maxQueue ? [warning('Очередь длинная. Если она не убывает, перезапустите сайт.')] : []),
]

/** A longer queue is worth a look: a letter to a whole large school. */
const maxQueue = 5000

/** Consequences of acts that are no letters. */
export const measureEffects = ({ effects, later }: SiteCounts) =>
  judgePart(
    'effects',
    [...queueFacts(effects), ...(later > 0 ? [`Назначены на потом: ${formatNumber(later)}`] : [])],
    queueFindings(effects, 'Не всё получилось'),
  )

/** Letters of all kinds. The mail server itself is asked by `npm run doctor`. */
export const measureLetters = async (config: Config, { letters }: SiteCounts) => {
  const server = config.smtpUrl ? [] : [await checkMail(config)]
  return judgePart('letters', queueFacts(letters), [...server, ...queueFindings(letters, 'Не все письма ушли')])
}

/** The daily copies. */
export const measureBackups = async (config: Config) => {
  const findings = await checkBackups(config)
  const copies = config.backupDir ? ((await orNull(listBackups(config.backupDir))) ?? []) : []
  const [newest] = copies
  if (!newest) return judgePart('backups', ['Резервных копий нет'], findings)
  const facts = [`Копий: ${copies.length}, последняя ${basename(newest.path)}`]
  return judgePart('backups', facts, findings, newest.at)
}

/** Counts the staff who sign in with a code, and checks whether strangers know a password. */
export const measureAccess = async (
  { config, url }: Pick<Deps, 'config' | 'url'>,
  { staff, curators, staff_with_code, curators_with_code }: SiteCounts,
  { second_factor }: Pick<SchoolSettings, 'second_factor'>,
) => {
  const [must, have] = second_factor === 'staff' ? [staff, staff_with_code] : [curators, curators_with_code]
  const whom = second_factor === 'staff' ? 'всех сотрудников' : 'кураторов'
  const facts = [
    `Вход с кодом включили ${staff_with_code} из ${staff} сотрудников, из них кураторов ${curators_with_code}`,
  ]
  const findings = await checkDemoAccounts(config, url)
  if (second_factor === 'nobody') {
    if (config.behindProxy)
      findings.push(warning('Сделайте вход с кодом обязательным хотя бы для кураторов: вкладка «Школа».'))
    return judgePart('access', [...facts, 'Никто не обязан его включать'], findings)
  }
  if (have < must)
    findings.push(warning(`Ещё не включили: ${must - have}. До этого они ничего не могут сделать на сайте.`))
  return judgePart('access', [...facts, `Обязателен для ${whom}`], findings)
}

/** What the law allows (149-ФЗ, art. 8, part 10, since 1 December 2023). */
const lawOfSignIn =
  'Закон (149-ФЗ, статья 8, часть 10) разрешает российским сайтам впускать людей только по номеру российского оператора, через Госуслуги, Единую биометрическую систему или другую систему входа, владелец которой — гражданин России или российская организация. Подключайте только такую.'

/** The school's identity provider. */
export const measureProvider = async ({ oidc, outgoingHosts }: Pick<Config, 'oidc' | 'outgoingHosts'>) => {
  const facts = oidc
    ? [
        `На кнопке: «Войти через ${oidc.name}»`,
        oidc.roleClaim === null
          ? 'Роли дают кураторы: система входа о них ничего не решает'
          : `Роли даёт система входа (${oidc.roleClaim})`,
      ]
    : ['Не подключён: люди входят с паролем. Подключают его переменными OIDC_*']
  return judgePart('provider', [...facts, lawOfSignIn], await checkProvider({ oidc, outgoingHosts }))
}

/** The processes of the site. */
export const measureProcesses = (config: Config, counts: SiteCounts | null, startedAt: string) =>
  judgePart(
    'processes',
    [
      `Рабочих процессов на этой машине: ${config.workers} (WORKERS)`,
      ...(counts && counts.listening > 0 ? [`Подключены к базе сейчас: ${counts.listening}`] : []),
      `Память этого процесса: ${formatSize(process.memoryUsage.rss())}`,
    ],
    [],
    startedAt,
  )
