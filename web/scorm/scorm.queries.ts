import { scormApi } from '#contract/scorm/scorm.api.ts'
import { type BodyOf, useAct } from '#web/app/act.ts'
import { q } from '#web/app/endpoint-query.ts'

/** The SCORM packages of a lesson with the reader's own states. */
export const packagesQuery = (lessonId: number) => q(scormApi.list, { params: { id: lessonId } })

/** Everybody's results in a package; for staff. */
export const resultsQuery = (packageId: number) => q(scormApi.results, { params: { id: packageId } })

/** Keeps what a package reports. */
export const useReport = (packageId: number) =>
  useAct(scormApi.report, (body: BodyOf<typeof scormApi.report>) => ({ params: { id: packageId }, body }))
