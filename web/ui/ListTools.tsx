import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#web/ui/ListTools.module.css'
import { Row, Text } from '#web/ui/layout.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

/**
 * The tools above a list of people's rows: where to search, `children` to narrow it further, how many were found, and
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
  onSearch: (search: string | undefined) => void
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
      onSearch={(search) => onSearch(search || undefined)}
    />
    {children}
    <Text size={3} tone="quiet" className={classes.total} role="status">
      {found}
    </Text>
    {actions}
  </Row>
)

/** One way to narrow a list; `all` names the choice that does not. */
export const ListChoice = ({
  label,
  all,
  value,
  options,
  className,
  onChange,
}: {
  label: string
  all: string
  value: string | undefined
  options: { value: string; label: string }[]
  className?: string | undefined
  onChange: (value: string | undefined) => void
}) => (
  <NativeSelect
    aria-label={label}
    className={className}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    data={[{ value: '', label: all }, ...options]}
  />
)
