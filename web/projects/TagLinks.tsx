import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/projects/TagLinks.module.css'
import { Row } from '#web/ui/layout.tsx'

/** Tags that lead to their pages. */
export const TagLinks = ({ tags, label }: { tags: string[]; label: string }) =>
  tags.length > 0 && (
    <Row as="ul" gap={2} wrap align="stretch" plain className={classes.tags} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={pathTo('tags.show', { tag })}>#{tag}</Link>
        </li>
      ))}
    </Row>
  )
