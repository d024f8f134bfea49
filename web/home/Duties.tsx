import { IconChevronRight } from '@tabler/icons-react'
import type { Duties as Waiting } from '#web/home/duties.ts'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { CardList } from '#web/ui/Card.tsx'
import { Box, Center, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { RowLink } from '#web/ui/RowLink.tsx'

/** What waits for an answer besides tasks to review; nothing at all when nothing does. */
export const Duties = ({ duties, isFailed }: Waiting) => {
  if (duties.length === 0 && !isFailed) return null
  return (
    <HomeSection title="Ждут вашего ответа">
      {duties.length > 0 && (
        <CardList>
          {duties.map(({ icon: Icon, title, note, count, href }) => (
            <li key={title}>
              <RowLink
                to={href}
                lead={
                  <Center as="span" tone="brand" ground="brand" round="full" fixed pad={2.5} aria-hidden="true">
                    <Icon size={20} stroke={1.75} />
                  </Center>
                }
                title={title}
                whole
                note={note}
              >
                <Text as="b" weight="heavy" digits>
                  {count}
                </Text>
                <Text as="span" tone="quiet">
                  <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
                </Text>
              </RowLink>
            </li>
          ))}
        </CardList>
      )}
      {isFailed && (
        <Box mt={duties.length > 0 ? 3 : 0}>
          <PartError what={duties.length > 0 ? 'остальное, что ждёт ответа' : 'что ждёт вашего ответа'} />
        </Box>
      )}
    </HomeSection>
  )
}
