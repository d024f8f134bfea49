import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { pathTo } from '#contract/pages.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { useUser } from '#web/auth/session.ts'
import classes from '#web/projects/ProjectView.module.css'
import { useLikeProject } from '#web/projects/projects.queries.ts'

/** «Нравится» with its count; a guest is led to the sign-in. */
export const LikeButton = ({
  project: { id, likes },
  projectKey,
}: {
  project: Project
  projectKey: string | undefined
}) => {
  const user = useUser()
  const navigate = useNavigate()
  const like = useLikeProject(id, projectKey)
  const Icon = likes.mine ? IconHeartFilled : IconHeart
  return (
    <Button
      variant="default"
      className={classes.like}
      aria-pressed={likes.mine}
      data-mine={likes.mine || undefined}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => (user ? like.mutate(!likes.mine) : void navigate({ to: pathTo('login') }))}
    >
      Нравится
      <span className={classes.count}>{likes.count}</span>
    </Button>
  )
}
