import type { LtiConsent, LtiLink, LtiShares, LtiState, LtiTool } from '#contract/lti/lti.schema.ts'
import type { LinkRecord, LinkWithTool, ResultRecord, ToolRecord } from '#server/lti/lti.repo.ts'
import type { ConsentRecord } from '#server/lti/lti-consents.repo.ts'
import { deploymentOf } from '#server/lti/platform.ts'

/** A tool as curators see it. */
export const presentTool = ({ tool, links }: { tool: ToolRecord; links: number }): LtiTool => ({
  ...tool,
  deployment_id: deploymentOf(tool),
  links,
})

/** Thousandths, as points of quizzes. */
const rounded = (points: number) => Math.round(points * 1000) / 1000

/** The points of a report, by the scale of the lesson; null while the tool has given no final score. */
export const pointsOf = (
  { given, maximum, grading }: Pick<ResultRecord, 'given' | 'maximum' | 'grading'>,
  { max_points }: Pick<LinkRecord, 'max_points'>,
) => (given === null || maximum === null || grading !== 'FullyGraded' ? null : rounded((given / maximum) * max_points))

/** How far somebody is, by the newest report of the tool. */
export const presentState = (result: ResultRecord, link: Pick<LinkRecord, 'max_points'>): LtiState => ({
  completed: result.activity === 'Completed',
  points: pointsOf(result, link),
  comment: result.comment,
  updated_at: result.updated_at,
})

const mayReport = ({ scopes }: ToolRecord) => scopes.includes('scores')

/** What a tool learns of somebody: of what the person allows, only what the school lets it know. */
export const sharedOf = (tool: LtiShares, { shares_name, shares_email }: LtiShares): LtiShares => ({
  shares_name: shares_name && tool.shares_name,
  shares_email: shares_email && tool.shares_email,
})

/** A consent as its person sees it. */
export const presentConsent = ({ consent, tool }: { consent: ConsentRecord; tool: ToolRecord }): LtiConsent => ({
  tool: { id: tool.id, name: tool.name },
  ...sharedOf(tool, consent),
  may_share: { shares_name: tool.shares_name, shares_email: tool.shares_email },
  reports: mayReport(tool),
  agreed_at: consent.agreed_at,
})

/**
 * A tool in a lesson; `result` and `agreed`, what the reader lets the tool know, are their own. Who has not consented
 * yet sees what the tool asks for.
 */
export const presentLink = (
  { link, tool }: LinkWithTool,
  { isStaff, result, agreed }: { isStaff: boolean; result: ResultRecord | undefined; agreed: LtiShares | null },
): LtiLink => ({
  id: link.id,
  title: link.title,
  tool: { id: tool.id, name: tool.name },
  works: tool.deleted_at === null,
  custom: isStaff ? link.custom : null,
  max_points: link.max_points,
  in_journal: link.in_journal,
  ...sharedOf(tool, agreed ?? tool),
  reports: mayReport(tool),
  agreed: agreed !== null,
  state: result ? presentState(result, link) : null,
})
