import { Button } from '@mantine/core'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { dropVerdict } from '#web/reviews/verdict/drop-verdict.ts'
import {
  type BegunVerdict,
  joinVerdicts,
  type KeptVerdict,
  textOf,
  type VerdictDraft,
} from '#web/reviews/verdict/verdict-draft.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/** What was written for another attempt and not sent: it is taken over or put away, never applied by itself. */
export const EarlierVerdict = ({
  earlier,
  own,
  draft,
  joined,
}: {
  earlier: BegunVerdict
  own: VerdictDraft
  draft: OpenDraft<KeptVerdict | null>
  /** How a verdict on this attempt is kept, without the earlier one. */
  joined: (verdict: VerdictDraft) => KeptVerdict | null
}) => (
  <Stack gap={1.5} align="start" pad={3} padX={4} size={3} ground="warn" round="s">
    <h4>Не отправлено: решение к попытке {earlier.attempt}</h4>
    <Text anywhere lines>
      {textOf(earlier.verdict)}
    </Text>
    <Row gap={2} wrap align="stretch">
      <Button size="xs" variant="default" onClick={() => draft.replace(joined(joinVerdicts(own, earlier.verdict)))}>
        Перенести сюда
      </Button>
      <Button size="xs" variant="subtle" onClick={() => dropVerdict(draft, earlier, joined(own))}>
        Убрать
      </Button>
    </Row>
  </Stack>
)
