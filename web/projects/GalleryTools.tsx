import { Link } from '#web/app/Link.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import type { GalleryFilters } from '#contract/projects/projects.schema.ts'
import classes from '#web/projects/Gallery.module.css'
import { filterOf } from '#web/projects/gallery-filter.ts'
import { ListChoice } from '#web/ui/ListTools.tsx'
import { plainSpelling } from '#web/ui/plain-spelling.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

/** Max number of tags that are offered; the others are found by the search, or on the pages of projects. */
const maxTags = 14

interface GalleryToolsProps {
  /** What it can be narrowed to, once that is known. */
  filters: GalleryFilters | undefined
  search: PageSearch<'projects.index'>
  /** Nothing can be changed in what the server draws: there a search leads to a page of its own, a tag to its own. */
  change?: (changes: PageSearch<'projects.index'>) => void
}

/** What narrows the gallery: search, course, year, order, tags. Everything chosen is kept in the address. */
export const GalleryTools = ({ filters, search, change }: GalleryToolsProps) => {
  const filter = filterOf(search)
  // with nothing found there is nothing to choose from, but what is chosen from stays at its place
  const narrowed = Boolean(filter.search || filter.tag || filter.course_id || filter.year)
  const courses = filters?.courses.map(({ id, name, count }) => ({ value: String(id), label: `${name} (${count})` }))
  const years = filters?.years.map(({ year, count }) => ({ value: String(year), label: `${year} (${count})` }))
  return (
    <>
      <Row gap={3} wrap align="stretch" className={classes.tools}>
        <SearchField
          className={classes.search}
          label="Название, описание или автор"
          value={filter.search ?? ''}
          action={pathTo('projects.index')}
          onSearch={(search) => change?.({ search: search || undefined })}
        />
        <Choice
          label="Курс"
          all="Все курсы"
          value={search.course_id}
          options={courses}
          stays={narrowed}
          onChange={(course_id) => change?.({ course_id })}
        />
        <Choice
          label="Год"
          all="Все годы"
          value={search.year}
          options={years}
          stays={narrowed}
          onChange={(year) => change?.({ year })}
        />
        <OrderChoice
          value={filter.sort ?? (filter.search ? 'best' : 'new')}
          first={filter.search ? [{ value: 'best', label: 'Сначала подходящие' }] : []}
          onChange={(value) =>
            change?.({ sort: value === 'best' || (value === 'new' && !filter.search) ? undefined : value })
          }
        />
      </Row>
      <TagChoice tags={filters?.tags ?? []} value={filter.tag} onChange={change && ((tag) => change({ tag }))} />
    </>
  )
}

/** The order of projects; `first` are orders beside those that are always offered. */
export const OrderChoice = ({
  value,
  first = [],
  onChange,
}: {
  value: string
  first?: { value: string; label: string }[]
  onChange?: (value: string) => void
}) => (
  <NativeSelect
    className={classes.choice}
    aria-label="Порядок"
    value={value}
    onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    data={[...first, { value: 'new', label: 'Сначала новые' }, { value: 'popular', label: 'Сначала популярные' }]}
  />
)

const Choice = ({
  label,
  all,
  value,
  options = [],
  stays,
  onChange,
}: {
  label: string
  all: string
  value: string | undefined
  options: { value: string; label: string }[] | undefined
  /** Shown with nothing to choose, too. */
  stays: boolean
  onChange: (value: string | undefined) => void
}) => {
  // one of an old address that nothing has any more
  const unknown = value && options.every((option) => option.value !== value) ? [{ value, label: value }] : []
  if (options.length === 0 && unknown.length === 0 && !stays) return null
  return (
    <ListChoice
      className={classes.choice}
      label={label}
      all={all}
      value={value}
      options={[...options, ...unknown]}
      onChange={onChange}
    />
  )
}

const look = {
  block: true,
  pad: 1,
  padX: 3,
  size: 3,
  tone: 'brand',
  ground: 'brand',
  round: 'full',
  anywhere: true,
  className: classes.tag,
} as const

const TagChoice = ({
  tags,
  value,
  onChange,
}: {
  tags: { name: string; count: number }[]
  value: string | undefined
  onChange: ((tag: string | undefined) => void) | undefined
}) => {
  const isChosen = (name: string) => value !== undefined && plainSpelling(name) === plainSpelling(value)
  const offered = tags.slice(0, maxTags)
  const chosen = value && !offered.some(({ name }) => isChosen(name)) ? [{ name: value }] : []
  const shown: { name: string; count?: number }[] = [...chosen, ...offered]
  if (shown.length === 0) return null
  return (
    <Row as="ul" gap={2} wrap align="stretch" mt={3} plain className={classes.tags} aria-label="Теги">
      {shown.map(({ name, count }) => {
        const label = (
          <>
            #{name}{' '}
            {count !== undefined && (
              <Text as="span" tone="quiet" className={classes.count}>
                {count}
              </Text>
            )}
          </>
        )
        return (
          <li key={name}>
            {onChange ? (
              <Box
                as="button"
                type="button"
                {...look}
                aria-pressed={isChosen(name)}
                onClick={() => onChange(isChosen(name) ? undefined : name)}
              >
                {label}
              </Box>
            ) : (
              <Box as={Link} {...look} to={pathTo('tags.show', { tag: name })}>
                {label}
              </Box>
            )}
          </li>
        )
      })}
    </Row>
  )
}
