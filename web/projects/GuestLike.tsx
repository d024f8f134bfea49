import { Button } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { Text } from '#web/ui/layout.tsx'

/** «Нравится» as guests have it: a way to the sign-in. The server draws it, too. */
export const GuestLike = ({ project: { likes } }: { project: Project }) => (
  <Button
    component={Link}
    to={pathTo('login')}
    variant="default"
    leftSection={<IconHeart size={18} stroke={1.75} aria-hidden="true" />}
  >
    Нравится
    <Text as="span" tone="quiet" digits className={classes.count}>
      {likes.count}
    </Text>
  </Button>
)
