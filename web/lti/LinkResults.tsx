import { useQuery } from '@tanstack/react-query'
import type { LtiLink } from '#contract/lti/lti.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { LinkState } from '#web/lti/LinkState.tsx'
import { resultsQuery } from '#web/lti/lti.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** What each student has reached in a tool; for staff. */
export const LinkResults = ({ link }: { link: LtiLink }) => (
  <ListState
    query={useQuery(resultsQuery(link.id))}
    isEmpty={({ results }) => results.length === 0}
    empty={<EmptyState title="Результатов пока нет" text={`Здесь появятся результаты ${called('студентов')}.`} />}
  >
    {({ results }) => (
      <Stack as="ul" gap={3} plain divided>
        {results.map((result) => (
          <Row as="li" key={result.user.id} gap={3} wrap justify="between">
            <PersonChip person={result.user} note={result.comment || undefined} />
            <Text as="span" size={3}>
              <LinkState state={result} link={link} />
            </Text>
          </Row>
        ))}
      </Stack>
    )}
  </ListState>
)
