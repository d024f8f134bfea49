import type { ReactNode } from 'react'
import { documents } from '#contract/documents/document-list.ts'
import { organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { type Page, pathTo } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { ComfortPanel } from '#web/comfort/ComfortPanel.tsx'
import classes from '#web/frame/SiteFooter.module.css'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

// Drawn by the server as well: plain elements, without the app's providers.

/** On the desk it would take the room of the tasks. */
export const hasFooter = ({ dark }: Pick<Page, 'dark'>) => !dark

/** The bottom of the pages: whose site this is (149-ФЗ, art. 10), and the pages that have to be a step away. */
export const SiteFooter = ({
  appName,
  school,
  comfort,
}: {
  appName: string
  school: SchoolSettings | null
  /** Whether the comfort panel is here: pages without the header of the site have it at their top. */
  comfort: boolean
}) => (
  <Box as="footer" unprinted edge="top" className={classes.footer}>
    <Box gap={5} gapX={7} size={3} tone="quiet" loose anywhere className={classes.in}>
      <Stack gap={1}>
        <p>
          <Text as="b" tone="ink" weight="strong">
            {school?.name || appName}
          </Text>
          {school?.age_mark && (
            <Text
              as="span"
              size={1}
              tone="soft"
              weight="strong"
              edge="firm"
              padX={1.5}
              nowrap
              className={classes.age}
              data-tip="Возрастной знак"
            >
              {school.age_mark}
            </Text>
          )}
        </p>
        {school && <Facts school={school} />}
      </Stack>
      <Links label="О школе">
        <Link to={pathTo('organisation')}>{organisationTitle}</Link>
        <Link to={pathTo('projects.index')}>Проекты</Link>
      </Links>
      <Links label="Документы">
        {documents.map(({ slug, title }) => (
          <Link key={slug} to={pathTo('documents.show', { slug })}>
            {title}
          </Link>
        ))}
      </Links>
      {comfort && (
        <div className={classes.comfort}>
          <ComfortPanel />
        </div>
      )}
    </Box>
  </Box>
)

const Links = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack as="nav" links="quiet" gap={2} tone="soft" aria-label={label}>
    {children}
  </Stack>
)

const Facts = ({ school: { inn, ogrn, address, email, phone, operator_number } }: { school: SchoolSettings }) => {
  const numbers = [inn && `ИНН ${inn}`, ogrn && `ОГРН ${ogrn}`].filter(Boolean).join(', ')
  return (
    <>
      {numbers && <p>{numbers}</p>}
      {address && <p>{address}</p>}
      {(email || phone) && (
        <Row as="p" links="quiet" gap={1} gapX={4} wrap tone="soft">
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
        </Row>
      )}
      {operator_number && (
        <p>
          Номер в реестре операторов персональных данных:{' '}
          <Text as="span" nowrap>
            {operator_number}
          </Text>
        </p>
      )}
    </>
  )
}
