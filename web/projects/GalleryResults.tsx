import { IconPhoto } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import classes from '#web/projects/Gallery.module.css'
import { countedProjects } from '#web/projects/GalleryView.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { type GalleryFilter, galleryQuery } from '#web/projects/projects.queries.ts'
import { FoundList } from '#web/ui/FoundList.tsx'
import { Row } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/**
 * The projects that a filter finds, page by page; each filter has its own answer, so that an older one is never shown
 * for it.
 */
export const GalleryResults = ({
  filter,
  empty,
}: {
  filter: GalleryFilter
  empty: ComponentProps<typeof FoundList>['empty']
}) => {
  const query = useInfiniteQuery(galleryQuery(filter))
  const { data } = query
  return (
    <>
      <Row as="p" gap={3} wrap mt={4} mb={4} size={3} tone="quiet" className={classes.found} role="status">
        {data && data.total > 0 && (data.close ? 'Точно такого нет. Вот похожее:' : countedProjects(data.total))}
      </Row>
      <FoundList
        query={query}
        skeleton={<SkeletonList cards count={8} height={220} />}
        items={({ projects }) => projects}
        bare
        empty={{ icon: IconPhoto, ...empty }}
      >
        {(projects) => <ProjectGrid projects={projects} level="h2" top />}
      </FoundList>
    </>
  )
}
