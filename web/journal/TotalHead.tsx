import { VisuallyHidden } from '@mantine/core'
import { IconLock, IconSum } from '@tabler/icons-react'
import { memo } from 'react'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import classes from '#web/journal/JournalTable.module.css'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** The head of a column with the totals of a period; its button shows the rule, and who closed it. */
export const TotalHead = memo(
  ({
    period: { name, kind, locked },
    column,
    focusable,
  }: {
    period: JournalPeriod
    column: number
    focusable: boolean
  }) => (
    <th scope="col" aria-colindex={column + 1} data-place={`-1:${column}`} data-total="" tabIndex={focusable ? 0 : -1}>
      <Text as="span" clamp={2} tone="ink" anywhere>
        {name}
      </Text>
      <Row as="span" gap={0.5} gapX={2.5} wrap mt={1} size={1} tone="quiet" weight="plain" className={classes.terms}>
        <Row as="span" gap={1} inline>
          {locked ? (
            <IconLock size={14} stroke={1.9} aria-hidden="true" />
          ) : (
            <IconSum size={14} stroke={1.9} aria-hidden="true" />
          )}
          {kind === 'year' ? 'итог года' : 'итог'}
        </Row>
        <Box as="button" pad={0} tight type="button" tabIndex={-1} data-act="period">
          {locked ? 'закрыт' : 'как считается'}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Box>
      </Row>
    </th>
  ),
)
TotalHead.displayName = 'TotalHead'
