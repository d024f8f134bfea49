import type { ReactNode } from 'react'
import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import { BlockView } from '#web/organisation/blocks/BlockView.tsx'
import { PlatformTableView } from '#web/organisation/blocks/PlatformTableView.tsx'
import { TextWithTables } from '#web/organisation/blocks/TextWithTables.tsx'
import { PrintButton } from '#web/organisation/PrintButton.tsx'
import classes from '#web/organisation/Section.module.css'
import { SectionFrame } from '#web/organisation/SectionFrame.tsx'
import { SectionMenu } from '#web/organisation/SectionMenu.tsx'
import { SignatureConfirmation, SignatureForm } from '#web/organisation/SignatureCheck.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

/**
 * A page of the organisation section, drawn by the server as well: plain elements, without the app's providers. What it
 * shows is made from the registry, so every name is there whatever the school has filled in. `actions` and `news` are
 * the app's; `children` replace the page's contents.
 */
export const OrganisationText = ({
  page,
  actions,
  news,
  signature,
  children,
}: {
  page: OrganisationPage
  actions?: ReactNode
  news?: ReactNode
  /** The number of a signature that the address asks about, and what there is to say of it. */
  signature?: { asked: string; answer: SignatureAnswer | undefined } | undefined
  children?: ReactNode
}) => (
  <SectionFrame copy={page.edition === 9}>
    <div className={classes.columns}>
      <SectionMenu current={page.number} />
      <Box as="article" id="text" shrink tabIndex={-1}>
        <Row gap={3} gapX={4} wrap align="start" justify="between" mb={5}>
          <Box from={20}>
            <Text as="h1" anywhere className={classes.title}>
              {page.title}
            </Text>
            {!children && <Published page={page} />}
          </Box>
          <Row unprinted gap={2} wrap align="stretch">
            {actions}
            {!children && <PrintButton />}
          </Row>
        </Row>
        {news}
        {signature?.answer && <SignatureConfirmation asked={signature.asked} answer={signature.answer} />}
        {children ?? <Contents page={page} />}
        {!children && page.number === 3 && <SignatureForm asked={signature?.asked} />}
      </Box>
    </div>
  </SectionFrame>
)

const Published = ({ page: { updated_at, published_at } }: { page: OrganisationPage }) => (
  <Text mt={2} size={3} tone="quiet">
    {updated_at && (
      <>
        Изменено <time dateTime={updated_at}>{formatDay(updated_at)}</time>
        {' · '}
      </>
    )}
    {published_at ? (
      <>
        Опубликовано <time dateTime={published_at}>{formatDay(published_at)}</time>
      </>
    ) : updated_at ? (
      'По данным платформы'
    ) : (
      'Ещё не публиковалось'
    )}
  </Text>
)

const Contents = ({ page }: { page: OrganisationPage }) => {
  const { number, before, after, blocks, more, tables } = page
  return (
    <Grid least={22} gap={5} className={classes.contents}>
      {before && <TextWithTables page={number} place="before" html={before} />}
      {registryPage(number, page)?.blocks.map((block) => (
        <BlockView key={block.key} page={number} block={block} rows={blocks[block.key] ?? []} />
      ))}
      {tables.map((table) => (
        <PlatformTableView key={table.key} page={number} table={table} />
      ))}
      {more.length > 0 && (
        <Section title="Ещё по этой теме">
          <Stack as="ul" links="underlined" gap={2} hyphens className={classes.more}>
            {more.map(({ title, url }) => (
              <li key={url}>
                <a href={url} itemProp="addRef">
                  {title}
                </a>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {after && <TextWithTables page={number} place="after" html={after} />}
    </Grid>
  )
}
