import { statfs } from 'node:fs/promises'
import { Gauge, Registry } from 'prom-client'
import { minuteMs } from '#contract/durations.ts'
import { listBackups } from '#server/backup/daily-backup.ts'
import type { Deps } from '#server/deps.ts'
import { countEffects, sumFiles } from '#server/metrics/metrics.repo.ts'
import { isStorageUp, orNull } from '#server/metrics/probe.ts'

/** How long the sum over all files stays the same, in milliseconds: it reads the whole table. */
const sumKeptMs = 5 * minuteMs

/** What is the same for all processes of the site: effects, storage, disk, backups. The first process measures it. */
export const createSiteMetrics = ({ db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>) => {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const metrics = {
    databaseUp: gauge('praktika_database_up', 'Whether PostgreSQL responds.'),
    effectsDue: gauge('praktika_effects_due', 'Effects that are due and not carried out yet.'),
    effectsFailed: gauge('praktika_effects_failed', 'Effects that failed at least once and are tried again.'),
    effectsSetAside: gauge('praktika_effects_set_aside', 'Effects that kept failing and wait for a curator.'),
    effectsOldest: gauge('praktika_effects_oldest_seconds', 'How long the oldest due effect has been due.'),
    storageUp: gauge('praktika_storage_up', 'Whether files can be stored.'),
    files: gauge('praktika_files', 'Uploaded files; at most five minutes old.'),
    fileBytes: gauge('praktika_file_bytes', 'Bytes of uploaded files; at most five minutes old.'),
    diskFree: gauge('praktika_disk_free_bytes', 'Free space where DATA_DIR is.'),
    diskSize: gauge('praktika_disk_size_bytes', 'Size of the file system where DATA_DIR is.'),
    lastBackup: gauge('praktika_last_backup_timestamp_seconds', 'When the last daily copy in BACKUP_DIR was begun.'),
  }
  let sum: { at: number; value: Awaited<ReturnType<typeof sumFiles>> } | null = null

  const measureDatabase = async () => {
    const effects = await orNull(countEffects(db))
    metrics.databaseUp.set(effects ? 1 : 0)
    if (!effects) return
    metrics.effectsDue.set(effects.due)
    metrics.effectsFailed.set(effects.failed)
    metrics.effectsSetAside.set(effects.setAside)
    metrics.effectsOldest.set(effects.oldestSeconds)
    if (!sum || performance.now() - sum.at > sumKeptMs) {
      const value = await orNull(sumFiles(db))
      if (value) sum = { at: performance.now(), value }
    }
    if (!sum) return
    metrics.files.set(sum.value.count)
    metrics.fileBytes.set(sum.value.bytes)
  }
  const measureStorage = async () => {
    metrics.storageUp.set((await isStorageUp(files)) ? 1 : 0)
  }
  const measureDisk = async () => {
    const disk = await orNull(statfs(config.dataDir))
    if (!disk) return
    metrics.diskFree.set(disk.bavail * disk.bsize)
    metrics.diskSize.set(disk.blocks * disk.bsize)
  }
  const measureBackups = async () => {
    if (!config.backupDir) return
    const [newest] = (await orNull(listBackups(config.backupDir))) ?? []
    if (newest) metrics.lastBackup.set(Date.parse(newest.at) / 1000)
  }

  /** The text of all of them, as they are now. What could not be measured is missing. */
  const read = async () => {
    registry.resetMetrics()
    for (const metric of Object.values(metrics)) metric.remove()
    await Promise.all([measureDatabase(), measureStorage(), measureDisk(), measureBackups()])
    return registry.metrics()
  }
  return { read }
}
