import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '#web/app/Link.tsx'
import type { Duty } from '#web/home/duties.ts'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Box, Center, Text } from '#web/ui/layout.tsx'

/** What waits for an answer besides works to review; nothing at all when nothing does. */
export const Duties = ({ duties }: { duties: Duty[] }) => {
  if (duties.length === 0) return null
  return (
    <HomeSection title="Ждут вашего ответа">
      <Card flush>
        <Box as="ul" plain className={classes.rows}>
          {duties.map(({ icon: Icon, title, note, count, href }) => (
            <li key={title}>
              <Link className={classes.waits} to={href}>
                <Center as="span" tone="brand" ground="brand" fixed className={classes.duty} aria-hidden="true">
                  <Icon size={20} stroke={1.75} />
                </Center>
                <Text as="span" tight grow className={classes.words}>
                  <b>{title}</b>
                  <span>{note}</span>
                </Text>
                <Text as="b" weight="heavy" digits>
                  {count}
                </Text>
                <IconChevronRight size={18} stroke={1.75} className={classes.go} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </Box>
      </Card>
    </HomeSection>
  )
}
