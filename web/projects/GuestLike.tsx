import { Button } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import type { Project } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { signInAddress } from '#web/projects/sign-in-address.ts'
import { Text } from '#web/ui/layout.tsx'

/** «Нравится» as guests have it: a way to the sign-in. The server draws it, too. */
export const GuestLike = ({ project }: { project: Project }) => (
  <Button
    component={Link}
    to={signInAddress(project)}
    variant="default"
    leftSection={<IconHeart size={18} stroke={1.75} aria-hidden="true" />}
  >
    Нравится
    <Text as="span" tone="quiet" digits className={classes.count}>
      {project.likes.count}
    </Text>
  </Button>
)
