import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { hourMs } from '#contract/durations.ts'
import { formatSize } from '#contract/files/file-size.ts'
import { openAntivirus } from '#server/antivirus/clamd.ts'
import { unwritable } from '#server/backup/backup-folder.ts'
import { listBackups, readLastFailure } from '#server/backup/daily-backup.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { diskReason } from '#server/disk-reason.ts'
import { lacksTls, smtpOptions } from '#server/mail/smtp-options.ts'
import { missingFolders } from '#server/make-folder.ts'
import { findStorage } from '#server/storage/open-storage.ts'
import { readS3Address } from '#server/storage/s3-address.ts'

/** `fine`: checked. `warning`: works, but look at it. `failure`: is set and does not work. */
export interface Finding {
  state: 'fine' | 'warning' | 'failure'
  /** A sentence; of a warning or a failure, with what to do. */
  text: string
}

export const fine = (text: string): Finding => ({ state: 'fine', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const failure = (text: string): Finding => ({ state: 'failure', text })

const gigabyte = 2 ** 30
/** Below the first the disk is nearly full, below the second it is worth a look; in bytes. */
const minFree = { failure: 0.2 * gigabyte, warning: 2 * gigabyte }

/** A backup that is older than this is late, in hours. */
const maxBackupHours = 30

/** How long whatever is checked may take to answer, in milliseconds. */
export const patienceMs = 10_000

/** Why a connection failed, as the system says it, or why the disk refused something. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors[0] !== undefined) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : diskReason(error)
}

export const checkVariables = ({ demo, databaseUrl, publicUrl, https, behindProxy, secretKeys }: Config): Finding[] => [
  fine('Переменные прочитаны, ошибок в них нет.'),
  ...(databaseUrl
    ? []
    : [warning('DATABASE_URL не задана: работает встроенная база. Для одной машины этого достаточно.')]),
  ...(demo && behindProxy
    ? [warning('DEMO=true на сайте, который видят другие: у демо-школы всем известный пароль. Уберите DEMO.')]
    : []),
  ...(behindProxy && !https
    ? [warning(`PUBLIC_URL=${publicUrl} без https: пароли идут по сети открыто. Настройте TLS на прокси.`)]
    : []),
  ...(secretKeys.length > 0
    ? []
    : [
        warning(
          'SECRETS_KEY не задана: ключи второго фактора и вебхуков лежат в базе открыто, их видно и в её копиях.',
        ),
      ]),
]

/** Connects to the mail server and signs in, without sending a letter. */
export const checkMail = async ({ smtpUrl, dataDir }: Config): Promise<Finding> => {
  if (!smtpUrl) return warning(`SMTP_URL не задана: письма никому не уходят, а ложатся в ${dataDir}/outbox.`)
  const { host } = new URL(smtpUrl)
  const { createTransport } = await import('nodemailer')
  const smtp = createTransport({
    ...smtpOptions(smtpUrl),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await smtp.verify()
    return fine(`Почтовый сервер ${host} отвечает и принимает пароль.`)
  } catch (error) {
    if (lacksTls(error))
      return failure(
        `Почтовый сервер ${host} не шифрует соединение: ${reasonOf(error)}. Возьмите в SMTP_URL адрес smtps:// или, если сети между ними можно верить, допишите ?requireTLS=false.`,
      )
    const isRefused = (error as { code?: string }).code === 'EAUTH'
    const what = isRefused ? 'не принял имя или пароль' : 'не отвечает'
    return failure(`Почтовый сервер ${host} ${what}: ${reasonOf(error)}. Исправьте SMTP_URL.`)
  } finally {
    smtp.close()
  }
}

/** A folder or bucket that is missing: its name may be misspelled, so nothing here creates it. */
const notYet = (what: string, variable: string) =>
  warning(`${what} ещё нет: первый запуск её создаст. Если сайт уже работал, проверьте ${variable}.`)

/** Writes, reads and deletes a small object, as uploads do. */
export const checkStorage = async (config: Pick<Config, 's3Url' | 'dataDir'>): Promise<Finding[]> => {
  const { s3Url, dataDir } = config
  const place = s3Url ? `Хранилище файлов ${new URL(s3Url).host}` : `Папка файлов ${dataDir}/files`
  const variable = s3Url ? 'S3_URL' : 'DATA_DIR'
  const key = `doctor-${process.pid}-${Date.now()}`
  const unset = s3Url ? [] : [warning('S3_URL не задана: файлы лежат на диске этой машины.')]
  try {
    const storage = await findStorage(config)
    if (!storage) {
      const what = s3Url ? `Корзины ${readS3Address(s3Url).bucket} в хранилище файлов` : `Папки файлов ${dataDir}/files`
      return [...unset, notYet(what, variable)]
    }
    let size: number | null
    try {
      await storage.write(key, Buffer.from('praktika'))
      size = await storage.size(key)
    } finally {
      await storage.remove(key)
    }
    if (size !== 8) return [...unset, failure(`${place}: записанное не читается. Проверьте ${variable} и права.`)]
    return [...unset, fine(`${place}: запись, чтение и удаление работают.`)]
  } catch (error) {
    if (error instanceof ConfigError) return [...unset, failure(error.message)]
    return [...unset, failure(`${place}: ${reasonOf(error)}. Проверьте ${variable} и права.`)]
  }
}

/** As many empty bytes. */
const zeros = (size: number) => {
  const chunk = Buffer.alloc(Math.min(size, 65_536))
  const whole = Array<Buffer>(Math.floor(size / chunk.length)).fill(chunk)
  return Readable.from([...whole, chunk.subarray(0, size % chunk.length)])
}

/** Whether ClamAV answers, and takes as much as the address says. */
export const checkAntivirus = async ({ clamavUrl }: Pick<Config, 'clamavUrl'>): Promise<Finding> => {
  const antivirus = openAntivirus({ clamavUrl })
  if (!antivirus) return warning('CLAMAV_URL не задана: загруженные файлы никто не проверяет на вирусы.')
  const { ping, scan, maxSize } = antivirus
  try {
    await ping()
  } catch (error) {
    return failure(
      `ClamAV не отвечает: ${reasonOf(error)}. Без него файлы не загрузить: запустите его или уберите CLAMAV_URL.`,
    )
  }
  const limit = formatSize(maxSize)
  try {
    await scan(zeros(maxSize))
    return fine(`ClamAV отвечает и проверяет файлы до ${limit}. Большие не проверяются.`)
  } catch {
    return failure(
      `ClamAV не берёт файлы в ${limit}. Увеличьте StreamMaxLength в его настройках или допишите к CLAMAV_URL ?max= с этим пределом в байтах.`,
    )
  }
}

/** Throws when it cannot be there, as below a file. */
const isThere = async (folder: string) => {
  try {
    await stat(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Whether a folder is missing and can be made there, without making it; throws the reason when it cannot. */
const isMissing = async (folder: string) => {
  const [missing] = missingFolders(folder)
  if (missing === undefined || (await isThere(folder))) return false
  await access(dirname(missing), constants.W_OK)
  // as in /proc, which takes no folders
  if ((await statfs(dirname(missing))).blocks === 0) throw new Error('на этом диске ничего не создать')
  return true
}

/** Free space and rights of the folder of data. */
export const checkDisk = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> => {
  try {
    if (await isMissing(dataDir)) return notYet(`Папки ${dataDir}`, 'DATA_DIR')
    await access(dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    if (free < minFree.failure) return failure(`На диске с ${dataDir} осталось ${formatSize(free)}. Освободите место.`)
    if (free < minFree.warning) return warning(`На диске с ${dataDir} осталось ${formatSize(free)}: скоро не хватит.`)
    return fine(`На диске с ${dataDir} свободно ${formatSize(free)}.`)
  } catch (error) {
    return failure(`В папку ${dataDir} не записать: ${reasonOf(error)}. Проверьте DATA_DIR и её владельца.`)
  }
}

/** A moment (ISO 8601) as the terminal and curators read it. */
const shownMoment = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** Whether daily copies are made, and the last one is recent. */
export const checkBackups = async (
  { backupDir, backupKey }: Pick<Config, 'backupDir' | 'backupKey'>,
  now = Date.now(),
): Promise<Finding[]> => {
  if (!backupDir) return [warning('BACKUP_DIR не задана: ежедневных копий нет. Укажите папку, лучше на другом диске.')]
  const findings = backupKey ? [] : [warning('BACKUP_KEY не задана: копии с персональными данными не зашифрованы.')]
  try {
    if (await isMissing(backupDir)) return [...findings, notYet(`Папки копий ${backupDir}`, 'BACKUP_DIR')]
    await access(backupDir, constants.W_OK)
    const [newest] = await listBackups(backupDir, now)
    const failed = await readLastFailure(backupDir)
    if (failed && failed.at > (newest?.at ?? ''))
      findings.push(
        failure(
          `Копия не получилась (${shownMoment(failed.at)}): ${failed.reason} Исправьте причину: сайт пробует снова каждый час.`,
        ),
      )
    if (!newest && failed) return findings
    if (!newest) return [...findings, warning(`В ${backupDir} пока нет копий: первая появится за час работы сайта.`)]
    const hours = (now - Date.parse(newest.at)) / hourMs
    if (hours > maxBackupHours) {
      const days = Math.floor(hours / 24)
      return [
        ...findings,
        failure(
          `Последняя копия в ${backupDir} сделана ${newest.at.slice(0, 10)}, дней назад: ${days}. Смотрите журнал сайта.`,
        ),
      ]
    }
    return [...findings, fine(`Последняя копия в ${backupDir} сделана ${shownMoment(newest.at)}.`)]
  } catch (error) {
    return [...findings, failure(unwritable(backupDir, error))]
  }
}
