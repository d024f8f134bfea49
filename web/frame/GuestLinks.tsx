import type { ComponentProps } from 'react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/frame/Header.module.css'
import { HeaderLink, headerLink } from '#web/frame/HeaderLink.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Box, Center, Row } from '#web/ui/layout.tsx'

interface LinksProps {
  /** The main page lists courses that can be joined. */
  programs: boolean
}

const Links = ({ programs, look }: LinksProps & { look?: ComponentProps<typeof Row> }) => (
  <>
    {programs && (
      <Row {...look} as="a" href={pathTo('main', {}, {}, 'courses')}>
        Программы
      </Row>
    )}
    <Row {...look} as={Link} to={pathTo('projects.index')}>
      Проекты
    </Row>
    <Row {...look} as={Link} to={pathTo('organisation')}>
      Об организации
    </Row>
  </>
)

/**
 * The main menu of guests (specification §2), the same on every page; drawn by the server as well. On a phone what does
 * not fit is in a list that opens without scripts, too.
 */
export const GuestLinks = (props: LinksProps) => (
  <>
    <Links {...props} look={{ ...headerLink, className: `${classes.button} ${classes.wide}` }} />
    <HeaderLink to={pathTo('login')}>Вход</HeaderLink>
    <LinkButton href={pathTo('registration')}>Регистрация</LinkButton>
    <details className={classes.more}>
      <Center as="summary" plain tone="soft" hover="sunken" className={classes.icon} aria-label="Меню">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 5.5h14M3 10h14M3 14.5h14" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
        </svg>
      </Center>
      <Box pad={1.5} ground="surface" round="m" edge="line" shadow="menu" className={classes.list}>
        <Links {...props} />
      </Box>
    </details>
  </>
)
