import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** Tags that lead to their pages. */
export const TagLinks = ({ tags, label }: { tags: string[]; label: string }) =>
  tags.length > 0 && (
    <Row as="ul" gap={2} wrap align="stretch" plain aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Text
            as={Link}
            block
            pad={1}
            padX={3}
            size={3}
            tone="brand"
            ground="brand"
            round="full"
            anywhere
            to={pathTo('tags.show', { tag })}
          >
            #{tag}
          </Text>
        </li>
      ))}
    </Row>
  )
