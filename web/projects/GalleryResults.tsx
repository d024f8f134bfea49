import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#web/projects/Gallery.module.css'
import { countedProjects } from '#web/projects/GalleryView.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { type GalleryFilter, galleryQuery } from '#web/projects/projects.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** The projects that a filter finds, page by page; each filter has its own answer, so that an older one is never shown for it. */
export const GalleryResults = ({ filter, empty }: { filter: GalleryFilter; empty: ReactNode }) => {
  const query = useInfiniteQuery(galleryQuery(filter))
  const { data } = query
  return (
    <>
      <Row as="p" gap={3} wrap mt={4} mb={4} size={3} tone="quiet" className={classes.found} role="status">
        {data && data.total > 0 && (data.close ? 'Точно такого нет. Вот похожее:' : countedProjects(data.total))}
      </Row>
      <ListState
        query={query}
        skeleton={<SkeletonList cards count={8} height={220} />}
        isEmpty={({ total }) => total === 0}
        empty={empty}
      >
        {({ projects, total }) => (
          <div className={classes.results} aria-busy={query.isPlaceholderData}>
            <ProjectGrid projects={projects} level="h2" top />
            <ShowMore query={query} shown={projects.length} total={total} />
          </div>
        )}
      </ListState>
    </>
  )
}
