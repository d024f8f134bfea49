import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Finding, fine, warning } from '#server/doctor/checks.ts'

/** The number of a device as Linux writes it, from the one that `stat` gives (makedev(3)). */
const numberOf = (device: number) => {
  const bits = BigInt(device)
  const major = ((bits >> 8n) & 0xfffn) | ((bits >> 32n) & ~0xfffn)
  const minor = (bits & 0xffn) | ((bits >> 12n) & ~0xffn)
  return `${major}:${minor}`
}

/** Whether a block device, or every one that it is made of, is encrypted by the kernel (LUKS); null: nobody knows. */
const isEncrypted = async (block: string): Promise<boolean | null> => {
  const uuid = await readFile(join(block, 'dm', 'uuid'), 'utf8').catch(() => '')
  if (uuid.startsWith('CRYPT-')) return true
  const parts = await readdir(join(block, 'slaves')).catch(() => null)
  // a partition is a folder in that of its disk, and has no parts
  if (parts === null) return (await stat(block).catch(() => null)) ? false : null
  if (parts.length === 0) return false
  const found = await Promise.all(parts.map((part) => isEncrypted(join(block, 'slaves', part))))
  return found.includes(false) ? false : found.includes(null) ? null : true
}

/** Whether the disk with the data is encrypted, as docs/policies.md demands where others reach the site. */
export const checkEncryption = async (
  { dataDir, behindProxy }: Pick<Config, 'dataDir' | 'behindProxy'>,
  sys = '/sys/dev/block',
): Promise<Finding[]> => {
  if (!behindProxy) return []
  const at = await stat(dataDir).catch(() => null)
  const encrypted = at && (await isEncrypted(join(sys, numberOf(at.dev))))
  if (encrypted) return [fine(`Диск с ${dataDir} зашифрован.`)]
  if (encrypted === null)
    return [warning(`Зашифрован ли диск с ${dataDir}, отсюда не узнать. Проверьте сами, и диск базы тоже.`)]
  return [
    warning(`Диск с ${dataDir} не зашифрован: кто унесёт его, прочтёт всё. Зашифруйте его (LUKS), и диск базы тоже.`),
  ]
}
