import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useUnfolded } from '#web/app/use-unfolded.ts'
import classes from '#web/organisation/Section.module.css'
import { Box, Text } from '#web/ui/layout.tsx'

/** The pages of the section, on each of them: a list beside a wide page, folded above a narrow one. */
export const SectionMenu = ({ current }: { current: number }) => (
  <Box links="quiet" unprinted as="nav" size={3} tight className={classes.menu} aria-label="Разделы сведений">
    <details className={classes.folded} open={useUnfolded('[data-menu]')} data-menu="">
      <Box as="summary" pad={3} padX={4} size={4} weight="medium" round="m">
        Все разделы
      </Box>
      <Links current={current} />
    </details>
    <div className={classes.list}>
      <Links current={current} />
    </div>
  </Box>
)

const link = { block: true, pad: 1.5, padX: 2.5, round: 's', hyphens: true } as const

const Links = ({ current }: { current: number }) => (
  <Box as="ul" plain className={classes.links}>
    <li>
      <Text as={Link} mb={1} tone="ink" weight="strong" {...link} to={pathTo('organisation')}>
        {organisationTitle}
      </Text>
    </li>
    {organisationPages.map(({ number, title }) => (
      <li key={number}>
        <Text
          as={Link}
          tone="soft"
          {...link}
          to={pathTo(`organisation.page${number}`)}
          chosen={number === current}
          aria-current={number === current ? 'page' : undefined}
        >
          {title}
        </Text>
      </li>
    ))}
  </Box>
)
