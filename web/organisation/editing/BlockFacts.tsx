import { memo } from 'react'
import type { ContentRow, OrganisationContent, ShownRow } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { errorsOfRow, type PageErrors } from '#web/organisation/editing/page-errors.ts'
import { RowFields } from '#web/organisation/editing/RowFields.tsx'
import { useBlockEdits } from '#web/organisation/editing/use-block-edits.ts'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** What a block of the editor is made from; the same objects while nothing of the block has changed. */
export interface BlockProps {
  number: number
  block: OrganisationBlock
  draft: OpenDraft<OrganisationContent>
  rows: ContentRow[]
  platform: ShownRow[] | undefined
  errors: PageErrors
}

const nothing = {}

/** Single facts, one each. */
export const BlockFacts = memo(({ number, block, draft, rows, platform, errors }: BlockProps) => {
  const { setFact } = useBlockEdits(draft, block.key, platform)
  const id = `block-${block.key}`
  return (
    <Stack as={Card} gap={4} role="group" aria-labelledby={id}>
      <h2 id={id}>{block.title}</h2>
      <RowFields
        block={block}
        place={`${number}:${block.key}:facts`}
        values={rows[0]?.values ?? nothing}
        known={platform?.[0]?.values}
        errors={errorsOfRow(errors, block.key, 0)}
        onChange={setFact}
      />
    </Stack>
  )
})
