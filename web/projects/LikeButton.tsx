import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { Project } from '#contract/projects/projects.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { useLikeProject } from '#web/projects/change-project.ts'
import { GuestLike } from '#web/projects/GuestLike.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { Text } from '#web/ui/layout.tsx'

interface LikeButtonProps {
  project: Project
  projectKey: string | undefined
}

/** «Нравится» with its count; a guest is led to the sign-in. */
export const LikeButton = (props: LikeButtonProps) =>
  useUser() ? <OwnLike {...props} /> : <GuestLike project={props.project} />

const OwnLike = ({ project: { id, likes }, projectKey }: LikeButtonProps) => {
  const like = useLikeProject(id, projectKey)
  const Icon = likes.mine ? IconHeartFilled : IconHeart
  return (
    <Button
      variant="default"
      aria-pressed={likes.mine}
      leftSection={
        <Text as="span" tone={likes.mine ? 'bad' : undefined}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </Text>
      }
      onClick={() => like.mutate(!likes.mine)}
    >
      Нравится
      <Text as="span" tone="quiet" digits className={classes.count}>
        {likes.count}
      </Text>
    </Button>
  )
}
