import type { ReactNode } from 'react'
import { schoolTitle } from '#contract/site/school-title.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/frame/Header.module.css'
import { SchoolLogo } from '#web/frame/SchoolLogo.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** A longer name may not fit: pointing at it shows the whole. */
const shortName = 16

/** The mark of the platform, for schools without a logo of their own. */
const OwnMark = () => (
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
)

interface HeaderBarProps {
  appName: string
  school: Pick<SchoolSettings, 'name' | 'short_name' | 'logo'> | null
  children?: ReactNode
}

/** The bar with the logo and the name; the server draws it empty, the app fills it by role. */
export const HeaderBar = ({ appName, school, children }: HeaderBarProps) => {
  const title = schoolTitle(school, appName)
  return (
    <Row unprinted as="header" gap={2} pad={0} padX={5} edge="bottom" className={classes.header}>
      <Text as="a" href="#content" pad={2} padX={4} weight="medium" round="s" className={classes.skip}>
        К содержанию
      </Text>
      <Row
        as={Link}
        to="/"
        gap={2.5}
        shrink
        size={6}
        round="s"
        className={classes.logo}
        aria-label={title}
        data-tip={title.length > shortName ? title : undefined}
      >
        {school?.logo ? <SchoolLogo logo={school.logo} /> : <OwnMark />}
        <Text as="span" clip className={classes.name}>
          {title}
        </Text>
      </Row>
      {children}
    </Row>
  )
}
