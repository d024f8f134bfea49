import type { Consent } from '#contract/consents/consents.schema.ts'
import { formatCalendarDay } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'

/** A note that a consent is on paper: when it was signed, and for curators its scan. */
export const PaperNote = ({ consent: { paper } }: { consent: Consent }) =>
  paper && (
    <Text as="span" size={3} tone="quiet" links="underlined">
      На бумаге, подписано {formatCalendarDay(paper.signed_on)}
      {paper.scan && (
        <>
          {': '}
          <a href={paper.scan.url} target="_blank" rel="noreferrer">
            скан
          </a>
        </>
      )}
    </Text>
  )
