import { examineDatabase } from '#server/db/examine-database.ts'
import { type Finding, failure, fine, warning } from '#server/doctor/checks.ts'
import { explain } from '#server/start-errors.ts'

/** Clocks may differ by this much, in seconds: moments are the database's, sessions and links compare both. */
const maxSkewSeconds = 2

/** Version, encoding, rights and clock of the database; `variable` is named in what to mend. */
export const checkDatabase = async (url: string, variable: string): Promise<Finding[]> => {
  try {
    const { version, name, may_create, owns_all, aheadSeconds, warnings, trouble } = await examineDatabase(url)
    const skew = Math.abs(aheadSeconds)
    return [
      trouble ? failure(trouble) : fine(`${variable}: база ${name} отвечает, PostgreSQL ${version}.`),
      ...warnings.map(warning),
      may_create && owns_all
        ? fine(`${variable}: прав хватает, чтобы обновлять таблицы.`)
        : failure(`${variable}: не хватает прав. Сделайте эту роль владельцем: ALTER DATABASE ${name} OWNER TO …`),
      skew > maxSkewSeconds
        ? failure(
            `Часы этой машины и базы расходятся на ${Math.round(skew)} с. Включите на обеих синхронизацию (chrony).`,
          )
        : fine('Часы этой машины и базы идут одинаково.'),
    ]
  } catch (error) {
    const [sentence = ''] = explain(error).split('\n')
    return [failure(`${variable}: ${sentence}`)]
  }
}
