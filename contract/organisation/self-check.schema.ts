import { z } from 'zod'
import { Moment } from '#contract/http/fields.ts'

/**
 * The result for a name of the registry on its page (МР 9.0.0, section 5). `empty`: in its place, with «отсутствует», 0
 * or nothing. `absent`: the same, marked as «нет сведений» on purpose. `misplaced`: only outside its row,
 * deeper than one level, or on a whole table. `missing`: nowhere, or not in every row. `hidden`: readers do not see it
 * (order No. 1493, п. 27).
 */
export const Finding = z.enum(['found', 'empty', 'absent', 'misplaced', 'missing', 'hidden'])
export type Finding = z.infer<typeof Finding>

/**
 * How grave a remark is. `bad`: an inspector objects to it. `warn`: somebody has to look at it. `note`: it may be right
 * as it is, which only people can see; it is not counted.
 */
export const RemarkTone = z.enum(['bad', 'warn', 'note'])
export type RemarkTone = z.infer<typeof RemarkTone>

/** A remark on a page, or on the site as a whole. */
export const CheckFault = z.object({ text: z.string(), tone: RemarkTone })
export type CheckFault = z.infer<typeof CheckFault>

/** One name on one page. */
export const CheckedName = z.object({
  name: z.string(),
  /** The container it has to be in; null for none. */
  container: z.string().nullable(),
  label: z.string(),
  required: z.boolean(),
  finding: Finding,
  /** How many times it occurs in its place. */
  count: z.number().int(),
  /** What is wrong, and what to do; empty when nothing is. A found name may have it, too: for an invalid date, say. */
  advice: z.string(),
  /** How grave the advice is, where the finding alone does not decide it. */
  tone: RemarkTone.optional(),
})
export type CheckedName = z.infer<typeof CheckedName>

export const CheckedPage = z.object({
  number: z.number().int(),
  title: z.string(),
  path: z.string(),
  /** The law that requires the page. */
  law: z.string(),
  /** The source of its names. */
  source: z.string(),
  names: z.array(CheckedName),
  /** Faults of the page itself: no response, no menu, missing links to the ministries, a file that fails to open. */
  faults: z.array(CheckFault),
})
export type CheckedPage = z.infer<typeof CheckedPage>

export const CheckReport = z.object({
  checked_at: Moment,
  edition: z.union([z.literal(9), z.literal(10)]),
  /** Faults of the site: the section is not linked from the main page or its menu. */
  faults: z.array(CheckFault),
  pages: z.array(CheckedPage),
})
export type CheckReport = z.infer<typeof CheckReport>

/** `running`: in progress. `failed`: could not be completed; the report is of an earlier run, if there is any. */
export const SectionCheckState = z.enum(['running', 'ready', 'failed'])
export type SectionCheckState = z.infer<typeof SectionCheckState>

/** The check of the section, which runs in the background. */
export const SectionCheck = z.object({
  state: SectionCheckState,
  /** When the latest run began. */
  started_at: Moment,
  /** Pages that the run has read, out of `total`. */
  done: z.number().int(),
  total: z.number().int(),
  /** The report of the last completed run; null before the first. */
  report: CheckReport.nullable(),
})
export type SectionCheck = z.infer<typeof SectionCheck>
