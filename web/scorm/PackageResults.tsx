import { useQuery } from '@tanstack/react-query'
import type { ScormPackage } from '#contract/scorm/scorm.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { ItemState } from '#web/scorm/ItemState.tsx'
import { resultsQuery } from '#web/scorm/scorm.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** What each student has reached in a package; for staff. */
export const PackageResults = ({ scorm }: { scorm: ScormPackage }) => {
  const query = useQuery(resultsQuery(scorm.id))
  const titleOf = (id: string) => scorm.items.find((item) => item.id === id)?.title ?? ''
  return (
    <ListState
      query={query}
      isEmpty={({ results }) => results.length === 0}
      empty={
        <EmptyState title="Пока никто не открыл пакет" text={`Здесь появятся результаты ${called('студентов')}.`} />
      }
    >
      {({ results }) => (
        <Stack as="ul" gap={3} plain divided>
          {results.map((result) => (
            <Row as="li" key={`${result.user.id} ${result.item}`} gap={3} wrap justify="between">
              <PersonChip person={result.user} note={scorm.items.length > 1 ? titleOf(result.item) : undefined} />
              <Text as="span" size={3}>
                <ItemState state={result} />
              </Text>
            </Row>
          ))}
        </Stack>
      )}
    </ListState>
  )
}
