import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { applicationsApi } from '#contract/applications/applications.api.ts'
import type { ApplicationStatus } from '#contract/applications/applications.schema.ts'
import { call } from '#web/app/call.ts'

const listKey = ['applications']

/** What the list of applications may be narrowed down to. */
export interface ApplicationsFilter {
  status?: ApplicationStatus | undefined
  program_id?: number | undefined
  page?: number | undefined
}

/** Applications one may answer; a student's own. */
export const applicationsQuery = ({ status, program_id, page = 1 }: ApplicationsFilter = {}) =>
  queryOptions({
    queryKey: [...listKey, { status, program_id, page }],
    queryFn: ({ signal }) => call(applicationsApi.list, { query: { status, program_id, page } }, signal),
    placeholderData: keepPreviousData,
  })

/** Applications that wait for the school's answer. */
export const waitingApplications = applicationsQuery({ status: 'new' })

const useApplicationMutation = <Input>(send: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    // also after a failure: somebody else may have answered
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  })
}

/** Sends an application to a course; returns it. */
export const sendApplication = (programId: number, text: string) =>
  call(applicationsApi.create, { params: { id: programId }, body: { text } })

/** Applies to a course with the given text. */
export const useApply = (programId: number) =>
  useApplicationMutation((text: string) => sendApplication(programId, text))

/** Accepts an application: its writer is enrolled. */
export const useAcceptApplication = () =>
  useApplicationMutation((id: number) => call(applicationsApi.accept, { params: { id } }))

/** Declines an application with a reason that its writer reads. */
export const useDeclineApplication = () =>
  useApplicationMutation(({ id, reason }: { id: number; reason: string }) =>
    call(applicationsApi.decline, { params: { id }, body: { reason } }),
  )

/** Withdraws one's own application. */
export const useWithdrawApplication = () =>
  useApplicationMutation((id: number) => call(applicationsApi.withdraw, { params: { id } }))
