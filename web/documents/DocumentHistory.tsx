import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { reportError } from '#web/app/report-error.ts'
import { documentVersionQuery, documentVersionsQuery } from '#web/documents/documents.queries.ts'
import classes from '#web/documents/EditDocuments.module.css'
import { versionHref } from '#web/documents/version-href.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'

/** Every version that was ever in force; the text of an earlier one can be taken into the editor. */
export const DocumentHistory = ({
  slug,
  inForce,
  onTake,
}: {
  slug: DocumentSlug
  inForce: number
  onTake: (version: number, content: string) => void
}) => {
  const client = useQueryClient()
  const query = useQuery(documentVersionsQuery(slug))
  const take = async (version: number) => {
    try {
      const { document } = await client.fetchQuery(documentVersionQuery(slug, String(version)))
      onTake(version, document.content)
    } catch (error) {
      reportError(error)
    }
  }
  return (
    <section aria-labelledby="history">
      <h2 id="history" className={classes.title}>
        История
      </h2>
      <ListState query={query}>
        {({ versions }) => (
          <Card flush>
            <ul className={classes.list}>
              {versions.map(({ version, published_at, published_by }) => (
                <li key={version} className={classes.version}>
                  <span className={classes.words}>
                    <a className={classes.link} href={versionHref(slug, version)}>
                      Версия {version}
                    </a>
                    <span>
                      {formatMoment(published_at)}
                      {published_by && `, ${fullName(published_by)}`}
                    </span>
                  </span>
                  {version === inForce ? (
                    <span className={classes.state}>Действует</span>
                  ) : (
                    <Button
                      size="sm"
                      variant="default"
                      aria-label={`Вернуть версию ${version}`}
                      onClick={() => void take(version)}
                    >
                      Вернуть
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </ListState>
    </section>
  )
}
