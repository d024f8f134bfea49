import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import classes from '#web/ui/FoundList.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

/**
 * What stands above a list of people's rows: where to search, `children` to narrow it further, how many were found, and
 * `actions` after that.
 */
export const ListTools = ({
  label,
  search,
  onSearch,
  found,
  children,
  actions,
}: {
  label: string
  search: string | undefined
  onSearch: (words: string | undefined) => void
  /** «12 человек»; nothing while it is not known. */
  found: string | undefined
  children?: ReactNode
  actions?: ReactNode
}) => (
  <Row gap={3} wrap mb={4}>
    <SearchField
      className={classes.search}
      label={label}
      value={search ?? ''}
      onSearch={(words) => onSearch(words || undefined)}
    />
    {children}
    <Text size={3} tone="quiet" className={classes.total} role="status">
      {found}
    </Text>
    {actions}
  </Row>
)

/** The rows that were found, `<li>` each, in one card; `after` leads to the others. `busy`: they are about to change. */
export const FoundRows = ({ busy, children, after }: { busy: boolean; children: ReactNode; after: ReactNode }) => (
  <div className={classes.results} aria-busy={busy}>
    <Card flush>
      <Box as="ul" plain className={classes.list}>
        {children}
      </Box>
    </Card>
    {after}
  </div>
)
