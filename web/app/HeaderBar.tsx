import type { ReactNode } from 'react'
import classes from '#web/app/Header.module.css'
import { Link } from '#web/app/Link.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** The bar with the logo; the server draws it empty, the app fills it by role. */
export const HeaderBar = ({ appName, children }: { appName: string; children?: ReactNode }) => (
  <Row unprinted as="header" gap={2} pad={0} padX={5} edge="bottom" className={classes.header}>
    <Text as="a" href="#content" pad={2} padX={4} weight="medium" round="s" className={classes.skip}>
      К содержанию
    </Text>
    <Row as={Link} to="/" gap={2.5} shrink size={6} round="s" className={classes.logo} aria-label={appName}>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="8" fill="#256af4" />
        <path
          d="M8.5 14.5l3.6 3.6 7.4-8"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Text as="span" clip className={classes.name}>
        {appName}
      </Text>
    </Row>
    {children}
  </Row>
)
