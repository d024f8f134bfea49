import { organisationTitle } from '#contract/organisation/organisation.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { config } from '#web/app/config.ts'
import classes from '#web/home/HomeFooter.module.css'

/** The bottom of the main page: the school, and the pages that have to be a step away. */
export const HomeFooter = ({ wide }: { wide: boolean }) => (
  <footer className={classes.footer}>
    <div className={classes.in} data-wide={wide || undefined}>
      <p className={classes.school}>
        <b>{config.app_name}</b>
        Курсы, разбор работ и проекты в одном месте
      </p>
      <nav aria-label="О школе">
        <a href={pathTo('organisation')}>{organisationTitle}</a>
        <a href={pathTo('documents.show', { slug: 'privacy' })}>Политика обработки персональных данных</a>
        <a href={pathTo('documents.show', { slug: 'cookies' })}>Файлы cookie</a>
      </nav>
    </div>
  </footer>
)
