import { examineDatabase } from '#server/db/examine-database.ts'
import { type Finding, failure, fine, warning } from '#server/doctor/checks.ts'
import { explain } from '#server/start-errors.ts'

/** Clocks may differ by this much, in seconds: moments are the database's, sessions and links compare both. */
const maxSkewSeconds = 2

/** Whether the role may do what the site needs. */
const judgeRights = (
  { name, may_create, owns_all, is_guest }: Awaited<ReturnType<typeof examineDatabase>>,
  variable: string,
): Finding => {
  if (is_guest) return fine(`${variable}: базой владеет другая роль, журналы можно только дополнять.`)
  if (may_create && owns_all) return fine(`${variable}: прав хватает, чтобы обновлять таблицы.`)
  return failure(`${variable}: не хватает прав. Сделайте эту роль владельцем: ALTER DATABASE ${name} OWNER TO …`)
}

/** Version, encoding, rights and clock of the database; `variable` is named in what to mend. */
export const checkDatabase = async (url: string, variable: string): Promise<Finding[]> => {
  try {
    const found = await examineDatabase(url)
    const { version, name, aheadSeconds, warnings, trouble } = found
    const skew = Math.abs(aheadSeconds)
    return [
      trouble ? failure(trouble) : fine(`${variable}: база ${name} отвечает, PostgreSQL ${version}.`),
      ...warnings.map(warning),
      judgeRights(found, variable),
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
