import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildDemoSchool } from '#demo/build-demo-school.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { clusterMajor, readPassword } from '#server/db/postgres-cluster.ts'
import { testApp } from '#server/testing/app.ts'
import { contentOf, earlier, runAlone, upgrade, whyNoEarlier, within } from '#server/testing/earlier-cluster.ts'

const { deps } = await testApp()
const data = realpathSync(mkdtempSync(join(tmpdir(), 'move-school-')))
afterAll(() => rmSync(data, { recursive: true, force: true }))

// it creates two databases and starts five, on a machine that may do other things as well
it.skipIf(!earlier)(
  `the school in a cluster of PostgreSQL 17 is moved whole, and the old one kept${whyNoEarlier}`,
  { timeout: 300_000 },
  async () => {
    const dir = join(data, 'postgres')
    const fill = async (url: string) => {
      await migrate({ url })
      const database = openDatabase(url)
      await buildDemoSchool({ ...deps, ...database })
      await database.pool.end()
      await runAlone(url, 'create database reports')
      return contentOf(url)
    }
    const expected = await within(dir, fill, earlier)
    const password = await readPassword(dir)

    const lines = await upgrade(dir)
    expect(await clusterMajor(dir)).toBe(18)
    expect(await readPassword(dir)).toBe(password)
    const [kept = ''] = readdirSync(data).filter((name) => name.includes('-kept-'))
    expect(kept).toMatch(/^postgres-17-kept-\d{4}-\d{2}-\d{2}$/)
    expect(readdirSync(data).sort()).toEqual(['postgres', kept, 'postgres.log'])
    expect(lines).toEqual([
      expect.stringContaining('сделана PostgreSQL 17, а эта версия сайта работает на PostgreSQL 18'),
      'Создаю рядом базу данных PostgreSQL 18…',
      expect.stringContaining('останется в старой: база reports.'),
      expect.stringMatching(/^Переношу строки, таблиц: \d+…$/),
      'Сверяю обе базы данных…',
      expect.stringContaining('Обе базы одинаковы'),
      'Ставлю новую базу данных на место старой…',
      expect.stringContaining(`Старая лежит в ${join(data, kept)}`),
    ])

    expect(await within(dir, contentOf)).toEqual(expected)
    expect(await upgrade(dir)).toEqual([])
    // the way back
    expect(await within(join(data, kept), contentOf, earlier)).toEqual(expected)
  },
)
