import { keepPreviousData } from '@tanstack/react-query'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import type { ApplicationStatus } from '#contract/applications/applications.schema.ts'
import { act, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** What the list of applications may be narrowed down to. */
export interface ApplicationsFilter {
  status?: ApplicationStatus | undefined
  program_id?: number | undefined
  page?: number | undefined
}

/** Applications one may answer; a student's own. */
export const applicationsQuery = ({ status, program_id, page = 1 }: ApplicationsFilter = {}) =>
  q(applicationsApi.list, { query: { status, program_id, page } }, { placeholderData: keepPreviousData })

/** Applications that wait for the school's answer. */
export const waitingApplications = applicationsQuery({ status: 'new' })

const toProgram = (programId: number, text: string) => ({ params: { id: programId }, body: { text } })

/** Sends an application to a course; returns it. */
export const sendApplication = (programId: number, text: string) =>
  act(applicationsApi.create, toProgram(programId, text))

/** Applies to a course with the given text. */
export const useApply = (programId: number) =>
  useAct(applicationsApi.create, (text: string) => toProgram(programId, text))

/** Accepts an application: its writer is enrolled. */
export const useAcceptApplication = () => useAct(applicationsApi.accept, (id: number) => ({ params: { id } }))

/** Declines an application with a reason that its writer reads. */
export const useDeclineApplication = () =>
  useAct(applicationsApi.decline, ({ id, reason }: { id: number; reason: string }) => ({
    params: { id },
    body: { reason },
  }))

/** Withdraws the user's own application. */
export const useWithdrawApplication = () => useAct(applicationsApi.withdraw, (id: number) => ({ params: { id } }))
