import type { ReactNode } from 'react'
import { Link } from '#web/app/Link.tsx'
import { ComfortPanel } from '#web/comfort/ComfortPanel.tsx'
import classes from '#web/organisation/Section.module.css'
import { Box } from '#web/ui/layout.tsx'

/** What stands around every page of the section, which has no header of the site (specification §2). */
export const SectionFrame = ({ copy = false, children }: { copy?: boolean; children: ReactNode }) => (
  <div className={classes.frame}>
    <a href="#text" className={classes.skip}>
      К содержанию
    </a>
    <Box unprinted className={classes.bar}>
      <Link to="/" className={classes.home}>
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
      </Link>
      <ComfortPanel copy={copy} />
    </Box>
    {children}
    <Box as="aside" unprinted className={classes.ministries} aria-label="Министерства">
      <Link to="https://minobrnauki.gov.ru">Министерство науки и высшего образования Российской Федерации</Link>
      <Link to="https://edu.gov.ru">Министерство просвещения Российской Федерации</Link>
    </Box>
  </div>
)
