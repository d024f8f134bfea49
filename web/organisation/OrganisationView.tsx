import type { ReactNode } from 'react'
import {
  type OrganisationPage,
  organisationPages,
  organisationTitle,
} from '#contract/organisation/organisation.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { RichText } from '#web/content/RichText.tsx'
import classes from '#web/organisation/OrganisationView.module.css'

// Drawn by the server as well: plain elements, without the app's providers.

/** The contents page of the organisation section. */
export const OrganisationContents = () => (
  <div className={classes.frame} data-contents>
    <TopLink />
    <h1>{organisationTitle}</h1>
    <ol className={classes.contents}>
      {organisationPages.map(({ number, title }) => (
        <li key={number}>
          <a href={pathTo(`organisation.page${number}`)}>{title}</a>
        </li>
      ))}
    </ol>
  </div>
)

/** A page of the organisation section; `actions` and `children` are the app's: editing in place of the text. */
export const OrganisationText = ({
  page,
  actions,
  children,
}: {
  page: OrganisationPage
  actions?: ReactNode
  children?: ReactNode
}) => (
  <div className={classes.frame}>
    <TopLink />
    <div className={classes.columns}>
      <nav className={classes.sections} aria-label={organisationTitle}>
        <a href={pathTo('organisation')} className={classes.all}>
          {organisationTitle}
        </a>
        <ol>
          {organisationPages.map(({ number, title }) => (
            <li key={number}>
              <a href={pathTo(`organisation.page${number}`)} aria-current={number === page.number ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes.text}>
        <div className={classes.head}>
          <h1>{page.title}</h1>
          {actions}
        </div>
        {children ?? (page.before ? <RichText html={page.before} /> : <p>Сведения готовятся.</p>)}
        {page.updated_at && !children && (
          <p className={classes.updated}>
            Обновлено <time dateTime={page.updated_at}>{day(page.updated_at)}</time>
          </p>
        )}
      </article>
    </div>
  </div>
)

/** In the school's time zone: the server and every reader show the same day. */
const day = (moment: string) => new Date(moment).toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' })

const TopLink = () => (
  <a href="/" className={classes.top}>
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M15 6l-6 6l6 6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
    На главную
  </a>
)
