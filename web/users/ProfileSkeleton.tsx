import { Skeleton } from '@mantine/core'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import classes from '#web/users/Profile.module.css'

/** The outline of a profile. */
export const ProfileSkeleton = () => (
  <>
    <div className={classes.head}>
      <Skeleton height={112} width={112} circle />
      <div className={classes.words}>
        <Skeleton height={36} width="60%" mb={12} />
        <Skeleton height={18} width="40%" />
      </div>
    </div>
    <div className={classes.projects}>
      <SkeletonList cards count={4} height={200} />
    </div>
  </>
)
