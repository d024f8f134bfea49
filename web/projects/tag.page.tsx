import { useQuery } from '@tanstack/react-query'
import type { PageSearch } from '#contract/pages.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import type { PageLoad } from '#web/page-module.ts'
import classes from '#web/projects/Gallery.module.css'
import { GalleryResults } from '#web/projects/GalleryResults.tsx'
import { OrderChoice } from '#web/projects/GalleryTools.tsx'
import { TagHeader } from '#web/projects/GalleryView.tsx'
import { filterOf } from '#web/projects/gallery-filter.ts'
import { galleryQuery, tagQuery } from '#web/projects/projects.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const filterBy = (tag: string, search: PageSearch<'tags.show'>) => ({ tag, sort: filterOf(search).sort })

/** The tag with those that occur together with it, and its projects. */
export const load: PageLoad<'tags.show'> = ({ tag }, search) => ({
  tag: tagQuery(tag),
  gallery: galleryQuery(filterBy(tag, search)),
})

const TagPage = () => {
  const { tag: name = '' } = usePageParams('tags.show')
  const [search, change] = usePageSearch('tags.show')
  const query = useQuery(tagQuery(name))
  const filter = filterBy(name, search)
  usePageTitle(query.data?.tag.name)
  return (
    <Wrap>
      <ListState query={query} skeleton={<SkeletonList cards count={8} height={220} />} page>
        {({ tag }) => (
          <>
            <TagHeader tag={tag} />
            {tag.count > 1 && (
              <Row gap={3} wrap align="stretch" className={classes.tools}>
                <OrderChoice
                  value={filter.sort ?? 'new'}
                  onChange={(value) => void change({ sort: value === 'new' ? undefined : value }, { replace: true })}
                />
              </Row>
            )}
            <GalleryResults filter={filter} empty={{ title: 'Проектов с этим тегом больше нет' }} />
          </>
        )}
      </ListState>
    </Wrap>
  )
}

export default TagPage
