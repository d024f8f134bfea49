import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { reportError } from '#web/data/report-error.ts'
import { documentVersionQuery, documentVersionsQuery } from '#web/documents/documents.queries.ts'
import { versionHref } from '#web/documents/version-href.ts'
import { CardList } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** Every version that was ever in force; the text of an earlier one can be copied into the editor. */
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
  const once = useSingle()
  const [taken, setTaken] = useState<number | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const take = (version: number) =>
    once(async () => {
      setTaken(version)
      try {
        const { document } = await client.fetchQuery(documentVersionQuery(slug, String(version)))
        // the form may have been left
        if (isShown.current) onTake(version, document.content)
      } catch (error) {
        reportError(error)
      }
      setTaken(null)
    })
  return (
    <section aria-labelledby="history">
      <Text as="h2" id="history" mb={3} size={7}>
        История
      </Text>
      <ListState query={query}>
        {({ versions }) => (
          <CardList>
            {versions.map(({ version, published_at, published_by }) => (
              <Row as="li" key={version} gap={3} justify="between" pad={3} padX={4.5}>
                <Stack as="span" links="underlined" shrink anywhere>
                  <Link to={versionHref(slug, version)}>Версия {version}</Link>
                  <Text as="span" size={3} tone="quiet">
                    {formatMoment(published_at)}
                    {published_by && `, ${fullName(published_by)}`}
                  </Text>
                </Stack>
                {version === inForce ? (
                  <Text as="span" size={3} tone="ok" fixed>
                    Действует
                  </Text>
                ) : (
                  <Button
                    size="sm"
                    variant="default"
                    aria-label={`Вернуть версию ${version}`}
                    loading={taken === version}
                    disabled={taken !== null}
                    onClick={() => take(version)}
                  >
                    Вернуть
                  </Button>
                )}
              </Row>
            ))}
          </CardList>
        )}
      </ListState>
    </section>
  )
}
