import { scormApi } from '#contract/scorm/scorm.api.ts'
import type { ScormReport } from '#contract/scorm/scorm.schema.ts'
import { useAct } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'

/** The SCORM packages of a lesson with the reader's own states. */
export const packagesQuery = (lessonId: number) => q(scormApi.list, { params: { id: lessonId } })

/** Everybody's results in a package; for staff. */
export const resultsQuery = (packageId: number) => q(scormApi.results, { params: { id: packageId } })

/** What a package has reported of somebody. */
export interface OwnReport {
  userId: number
  report: ScormReport
}

/** Keeps what a package reports. */
export const useReport = (packageId: number) =>
  useAct(scormApi.report, ({ userId, report }: OwnReport) => ({ params: { id: packageId }, body: report, as: userId }))
