import { scoreText } from '#contract/journal/score-text.ts'
import type { LtiLink, LtiState } from '#contract/lti/lti.schema.ts'
import { Text } from '#web/ui/layout.tsx'

/** How far somebody is in a tool, in a few letters. */
export const LinkState = ({
  state,
  link: { max_points },
}: {
  state: LtiState | null
  link: Pick<LtiLink, 'max_points'>
}) => {
  if (!state)
    return (
      <Text as="span" tone="quiet">
        не начато
      </Text>
    )
  const points = state.points === null ? '' : ` · ${scoreText(state.points)} из ${scoreText(max_points)}`
  return (
    <Text as="span" tone={state.completed ? 'ok' : 'soft'}>
      {state.completed ? 'пройдено' : 'начато'}
      {points}
    </Text>
  )
}
