import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/Pager.module.css'

/** The pages to offer: the first, the last, and those around the one that is shown; null is a gap. */
const offered = (page: number, pages: number) => {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] as number) > 1 ? [null, number] : [number],
  )
}

/** Links to the pages of a long list; nothing while one page holds all of it. */
export const Pager = ({ page, pages, href }: { page: number; pages: number; href: (page: number) => PageAddress }) => {
  if (pages <= 1) return null
  return (
    <Row
      as="nav"
      gap={1}
      wrap
      align="stretch"
      justify="center"
      mt={6}
      digits
      className={classes.pager}
      aria-label="Страницы списка"
    >
      {page > 1 && (
        <Link to={href(page - 1)} aria-label="Предыдущая страница">
          <IconChevronLeft size={18} aria-hidden="true" />
        </Link>
      )}
      {offered(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index < 3 ? 'before' : 'after'}`}>…</span>
        ) : (
          <Link
            key={number}
            to={href(number)}
            aria-label={`Страница ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={href(page + 1)} aria-label="Следующая страница">
          <IconChevronRight size={18} aria-hidden="true" />
        </Link>
      )}
    </Row>
  )
}
