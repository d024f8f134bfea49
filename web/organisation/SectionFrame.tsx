import type { ReactNode } from 'react'
import { Link } from '#web/app/Link.tsx'
import { ComfortPanel } from '#web/comfort/ComfortPanel.tsx'
import classes from '#web/organisation/Section.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** The frame of every page of the section, which has no header of the site (specification §2). */
export const SectionFrame = ({ copy = false, children }: { copy?: boolean; children: ReactNode }) => (
  <div className={classes.frame}>
    <Text as="a" href="#text" pad={2} padX={4} weight="medium" round="s" className={classes.skip}>
      К содержанию
    </Text>
    <Box unprinted className={classes.bar}>
      <Row as={Link} inline gap={1.5} size={4} tone="soft" round="s" hover="sunken" to="/" className={classes.home}>
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M15 6l-6 6l6 6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        На главную
      </Row>
      <ComfortPanel copy={copy} />
    </Box>
    {children}
    <Row
      as="aside"
      links="underlined"
      gap={3}
      gapX={5}
      wrap
      mt={7}
      size={3}
      edge="top"
      unprinted
      hyphens
      className={classes.ministries}
      aria-label="Министерства"
    >
      <a href="https://minobrnauki.gov.ru">Министерство науки и высшего образования Российской Федерации</a>
      <a href="https://edu.gov.ru">Министерство просвещения Российской Федерации</a>
    </Row>
  </div>
)
