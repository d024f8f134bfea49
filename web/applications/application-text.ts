import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/**
 * What an applicant has typed for a course, kept on the device until it is sent: it survives registration and a reload.
 */
export const useApplicationText = (programId: number) => useDeviceDraft(`application:${programId}`, '')
