import { useInfiniteQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import classes from '#web/home/Home.module.css'
import { HomeSection } from '#web/home/HomeSection.tsx'
import { homeProjects } from '#web/home/home.queries.ts'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** The newest projects of the school; nothing while there are none. */
export const FreshProjects = () => {
  const query = useInfiniteQuery(homeProjects)
  if (query.data?.total === 0) return null
  return (
    <HomeSection title="Свежие проекты" more={{ label: 'Галерея', href: pathTo('projects.index') }}>
      {query.data ? (
        <div className={classes.fresh}>
          <ProjectGrid projects={query.data.projects.slice(0, 4)} />
        </div>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList cards count={3} height={190} />
      )}
    </HomeSection>
  )
}
